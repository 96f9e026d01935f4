/// A public declaration of a generated file, before it is text.
struct Declaration {
    /// What is declared.
    indirect enum Kind {
        case nominal(Nominal)
        case enumCase(name: String, payload: TypeReference?, rawValue: UInt64?)
        case variable(Variable)
        case function(Function)
        case alias(name: String, of: TypeReference)
    }

    /// The lines of the doc comment; the first is the summary.
    var documentation: [String]
    var kind: Kind

    init(_ documentation: [String], _ kind: Kind) {
        self.documentation = documentation
        self.kind = kind
    }

    init(_ summary: String, _ kind: Kind) {
        self.init([summary], kind)
    }
}

/// A structure, enumeration or extension.
struct Nominal {
    enum Keyword: String {
        case structure = "struct"
        case enumeration = "enum"
        case `extension`
    }

    var keyword: Keyword
    var name: TypeReference
    var inherits: [TypeReference] = []
    var members: [Declaration]
}

/// A property: stored, or computed where it has a body.
struct Variable {
    enum Storage {
        case constant
        case variable
        /// A variable wrapped by `@TraitAttribute`.
        case attribute
        case computed([Statement])
        case computedWithSetter(get: [Statement], set: [Statement])
        case privateStored(value: String)
        /// A variable that only the module sees.
        case moduleStored(value: String)
        /// A constant that only the module sees.
        case moduleConstant
    }

    var name: String
    var type: TypeReference
    var isStatic = false
    var storage: Storage
}

/// A method, or an initializer where the name is `init` or `init?`.
struct Function {
    struct Parameter {
        /// `nil` where it is the same as the name; `_` for none.
        var label: String?
        var name: String
        var type: TypeReference
        var defaultValue: String?
    }

    enum Access: String {
        case open = "public"
        case module = "internal"
    }

    var name: String
    var access = Access.open
    var isMutating = false
    var isDiscardable = false
    var parameters: [Parameter] = []
    /// Such as `async throws(HomeError)`.
    var effects: String?
    var result: TypeReference?
    var body: [Statement]
}

/// A statement of a body: one line, or a head and what is inside its braces.
indirect enum Statement {
    case line(String)
    case block(String, [Statement])
    /// A switch over an expression; the cases are not indented.
    case choice(over: String, cases: [String])
}

extension Statement: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    init(stringLiteral value: String) { self = .line(value) }
}
