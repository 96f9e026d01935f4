import CFuzzer
import Foundation
import Synchronization

/// Runs a parser with inputs that libFuzzer makes of those that reached new code; `deploy/fuzz` builds and starts it.
@main
struct Program {
    private static let usage = """
        Usage: fuzz list | seeds TARGET FOLDER | TARGET [OPTION of libFuzzer]… [FOLDER]…

          list                  the names of the targets
          seeds TARGET FOLDER   writes what a target begins with into a folder
          TARGET …              runs it; the first folder gets the inputs that reached new code

        """

    /// What libFuzzer calls; it takes a function of C, which knows nothing but what is global.
    private static let take = Mutex<FuzzTarget.Take?>(nil)

    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        switch (words.first, words.count) {
        case ("list", 1): for target in FuzzTarget.all { print(target.name) }
        case ("seeds", 3):
            let target = target(words[2])
            for (number, seed) in try await target.seeds().enumerated() {
                try Data(seed).write(to: URL(filePath: words[3]).appending(path: "seed-\(number)"))
            }
        case (let name?, _) where FuzzTarget.all.contains { $0.name == name }:
            let take = try await target(name).make()
            Self.take.withLock { $0 = take }
            Thread.detachNewThread { drive() }
            // libFuzzer ends the process itself.
            while true { try await Task.sleep(for: .seconds(3600)) }
        default:
            FileHandle.standardError.write(Data(usage.utf8))
            exit(2)
        }
    }

    private static func target(_ name: String) -> FuzzTarget {
        guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
            FileHandle.standardError.write(Data("fuzz: there is no target \(name)\n".utf8))
            exit(2)
        }
        return target
    }

    private static func drive() {
        // Without the target's name, which is no word of libFuzzer's.
        let words = CommandLine.arguments.prefix(1) + CommandLine.arguments.dropFirst(2)
        var pointers = unsafe words.map { word in unsafe strdup(word) } + [nil]
        var count = Int32(words.count)
        let code = unsafe pointers.withUnsafeMutableBufferPointer { buffer in
            var start = buffer.baseAddress
            return unsafe LLVMFuzzerRunDriver(&count, &start) { octets, size in
                let input = unsafe Array(UnsafeBufferPointer(start: octets, count: size))
                Program.take.withLock { $0 }?(input)
                return 0
            }
        }
        exit(code)
    }
}
