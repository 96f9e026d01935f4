internal import ModelReader

extension ModelCatalog {
    /// The catalogue of the model that this program was built with, read at first use.
    public static let standard: ModelCatalog = {
        do throws(ModelFault) {
            return ModelCatalog(try Model(bundle: EmbeddedModel.bundle))
        } catch {
            // The build reads the same text, and ends at such a fault.
            fatalError("the model that this program was built with cannot be read: \(error)")
        }
    }()
}
