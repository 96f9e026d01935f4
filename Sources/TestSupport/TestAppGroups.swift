public import Foundation
import HomeGraph

/// The directory of the app groups of all tests of this process, and of the processes that they start.
public enum TestAppGroups: Sendable {
    /// The directory; whoever asks for it first has extensions find it by the environment.
    public static let root: URL = {
        let root = FileManager.default.temporaryDirectory.appending(path: "app-groups-\(UUID().uuidString)")
        unsafe setenv(AppGroups.variable, root.path, 1)
        return root
    }()
}
