import DataModel

/// Members of the object that is open.
extension JSONWriter {
    /// Writes what every object of the home has.
    mutating func members(_ id: String, _ name: String, _ topic: String) {
        member("id", id)
        member("name", name)
        member("topic", topic)
    }

    /// Writes a text; null for none.
    mutating func member(_ name: String, _ text: String?) {
        key(name)
        if let text { value(text) } else { null() }
    }

    /// Writes a whole number.
    mutating func member(_ name: String, _ number: Int) {
        key(name)
        value(number)
    }

    /// Writes a number.
    mutating func member(_ name: String, _ number: Double) {
        key(name)
        value(number)
    }

    /// Writes a bool.
    mutating func member(_ name: String, _ bool: Bool) {
        key(name)
        value(bool)
    }

    /// Writes a list of texts.
    mutating func member(_ name: String, _ texts: [String]) {
        key(name)
        beginArray()
        for text in texts { value(text) }
        endArray()
    }
}
