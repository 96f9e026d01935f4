/// A module that generated code mentions.
enum Module: String, Comparable {
    case clusterTypes = "ClusterTypes"
    case dataModel = "DataModel"
    case foundation = "Foundation"
    case homeGraph = "HomeGraph"

    static func < (left: Module, right: Module) -> Bool { left.rawValue < right.rawValue }
}
