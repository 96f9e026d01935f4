/// Reads YAML 1.1 or JSON into a tree.
public enum YAMLDocument: Sendable {
    /// Reads one document.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8.
    ///   - file: The name that faults bear.
    ///   - limits: What it may use at most.
    /// - Returns: The root; null for an empty document.
    /// - Throws: Every fault that was found.
    public static func read(
        _ bytes: [UInt8], file: String, limits: YAMLLimits = YAMLLimits()
    ) throws(ConfigurationFaults) -> YAMLNode {
        let faults = FaultList()
        let root = read(bytes, file: file, limits: limits, faults: faults)
        try faults.check()
        return root ?? null(in: file)
    }

    /// Reads as far as it goes; `nil` where nothing can be made of it.
    package static func read(
        _ bytes: [UInt8], file: String, limits: YAMLLimits = YAMLLimits(), faults: FaultList
    ) -> YAMLNode? {
        guard bytes.count <= limits.bytes else {
            faults.add(
                .file(file), "it has \(bytes.count) bytes", "give a file of at most \(limits.bytes) bytes")
            return nil
        }
        if let line = firstLineThatIsNotUTF8(bytes) {
            faults.add(.line(file: file, line: line, column: 1), "it is not UTF-8", "save the file as UTF-8")
            return nil
        }
        do {
            var parser = try YAMLParser(bytes)
            var builder = YAMLTreeBuilder(file: file, limits: limits, faults: faults)
            while !builder.isFinished {
                let (event, line, column) = try parser.next()
                builder.take(event, at: .line(file: file, line: line, column: column))
            }
            return builder.root ?? null(in: file)
        } catch {
            faults.add(
                .line(file: file, line: error.line, column: error.column), "not YAML: \(error.problem)",
                "check indentation, quotes and brackets here and on the line before")
            return nil
        }
    }

    /// What an empty document holds.
    package static func null(in file: String) -> YAMLNode {
        YAMLNode(.scalar("", .plain), at: .line(file: file, line: 1, column: 1))
    }

    private static func firstLineThatIsNotUTF8(_ bytes: [UInt8]) -> Int? {
        guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
        var line = 1
        for part in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if String(validating: part, as: UTF8.self) == nil { return line }
            line += 1
        }
        return line
    }
}
