/// A value of the data model, in raw units.
///
/// Which case stands for which type is fixed, so that two equal values are equal here too: unsigned integers,
/// enumerations and bitmaps are ``uint(_:)``, signed integers ``int(_:)``, single and double ``float(_:)``.
public enum DataValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case int(Int64)
    case uint(UInt64)
    case float(Double)
    case string(String)
    case octets([UInt8])
    case list([DataValue])
    /// A structure, or the fields of a command or event, by field id; an absent optional field has no entry.
    case fields([UInt32: DataValue])
}
