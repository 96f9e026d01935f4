/// A Swift file that was made from the model.
public struct GeneratedFile: Sendable, Hashable {
    /// What it is called: the path of the model file with dots, such as `Matter.Clusters.OnOff.swift`.
    public let name: String
    /// Its content.
    public let text: String

    init(_ file: SourceFile) {
        name = ModelPath.twin(of: file.origin)
        text = SourceRenderer.render(file)
    }
}
