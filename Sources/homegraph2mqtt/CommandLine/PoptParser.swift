import CPopt
import Glibc

/// Takes a command line apart with popt: options by name, and what is none.
///
/// The only place that touches popt's memory. An option given twice: the last counts.
@safe
struct PoptParser: ~Copyable {
    /// An option that popt knows.
    struct Option {
        let name: String
        let takesValue: Bool
    }

    /// What popt does not understand.
    enum Failure: Error {
        case unknownOption(String)
        case missingValue(String)
        case unwantedValue(String)
        /// popt's own words.
        case other(String, option: String)
    }

    private var table: UnsafeMutablePointer<popt_option_entry>
    private var arguments: UnsafeMutablePointer<UnsafePointer<CChar>?>
    private let options: [Option]
    private let argumentCount: Int

    init(options: [Option], arguments words: [String]) {
        self.options = options
        argumentCount = words.count
        unsafe table = .allocate(capacity: options.count + 1)
        unsafe arguments = .allocate(capacity: words.count + 1)
        for (offset, option) in options.enumerated() {
            unsafe (table + offset).initialize(to: popt_option_entry())
            unsafe table[offset].longName = UnsafePointer(strdup(option.name))
            unsafe table[offset].argInfo = option.takesValue ? UInt32(POPT_ARG_STRING) : UInt32(POPT_ARG_NONE)
            unsafe table[offset].val = Int32(clamping: offset + 1)
        }
        unsafe (table + options.count).initialize(to: popt_option_entry())
        for (offset, word) in words.enumerated() {
            unsafe (arguments + offset).initialize(to: UnsafePointer(strdup(word)))
        }
        unsafe (arguments + words.count).initialize(to: nil)
    }

    deinit {
        for offset in 0..<options.count { unsafe free(UnsafeMutablePointer(mutating: table[offset].longName)) }
        for offset in 0..<argumentCount { unsafe free(UnsafeMutablePointer(mutating: arguments[offset])) }
        unsafe table.deallocate()
        unsafe arguments.deallocate()
    }

    /// The values of the options given, empty for one without a value, and the other words in order.
    func parse() throws(Failure) -> (options: [String: String], words: [String]) {
        let context = unsafe poptGetContext(
            "homegraph2mqtt", Int32(clamping: argumentCount), arguments, table, UInt32(POPT_CONTEXT_KEEP_FIRST))
        defer { unsafe poptFreeContext(context) }
        var values: [String: String] = [:]
        while true {
            let code = unsafe poptGetNextOpt(context)
            if code == -1 { break }
            guard code > 0, options.indices.contains(Int(code) - 1) else {
                throw unsafe failure(code, context)
            }
            let option = options[Int(code) - 1]
            let text = unsafe poptGetOptArg(context)
            values[option.name] = unsafe text.map { unsafe String(cString: $0) } ?? ""
            unsafe free(text)
        }
        var words: [String] = []
        while let word = unsafe poptGetArg(context) { words.append(unsafe String(cString: word)) }
        return (values, words)
    }

    private func failure(_ code: Int32, _ context: poptContext?) -> Failure {
        let written = unsafe poptBadOption(context, UInt32(POPT_BADOPTION_NOALIAS)).map { unsafe String(cString: $0) }
        let option = written.map { String($0.prefix { $0 != "=" }) } ?? ""
        return switch code {
        case POPT_ERROR_BADOPT: .unknownOption(option)
        case POPT_ERROR_NOARG: .missingValue(option)
        case POPT_ERROR_UNWANTEDARG: .unwantedValue(option)
        default: unsafe .other(String(cString: poptStrerror(code)), option: option)
        }
    }
}
