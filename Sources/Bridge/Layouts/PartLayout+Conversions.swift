import Conversions
import DataModel
import HomeGraph
import ModelReader

extension PartLayout {
    /// The offset of an attribute's slot; `nil` where the part does not have it.
    func offset(of attribute: AttributeID) -> Int? {
        traits.first { $0.cluster.id == attribute.cluster }?.offset(ofAttribute: attribute.id)
    }
}
