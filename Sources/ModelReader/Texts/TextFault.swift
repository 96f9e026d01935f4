/// Why one of the model's short texts could not be read.
struct TextFault: Error {
    let message: String
}
