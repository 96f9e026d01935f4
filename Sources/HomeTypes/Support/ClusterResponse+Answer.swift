import ClusterTypes
import DataModel
import HomeGraph

extension ClusterResponse {
    /// Reads what a device answered.
    ///
    /// - Throws: `internal` where the answer has not the fields that the model demands.
    init(answer fields: [UInt32: DataValue]) throws(HomeError) {
        guard let response = Self(fields: fields) else {
            throw HomeError(.internal, "the device's answer is no \(Self.self): a field is missing or does not fit")
        }
        self = response
    }
}
