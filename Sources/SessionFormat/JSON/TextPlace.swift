/// A value of a parsed text: its node on the tape.
struct TextPlace: Sendable {
  let text: ParsedText
  private let at: UInt32

  @inline(__always)
  init(_ text: ParsedText, _ node: Int) {
    self.text = text
    at = UInt32(truncatingIfNeeded: node)
  }

  @inline(__always) var node: Int { Int(at) }
  @inline(__always) private var found: TapeNode { text.tape.nodes[node] }

  var kind: JSONValue.Kind {
    switch found.kind {
    case .null: .null
    case .no, .yes: .bool
    case .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  /// The count of elements or members; 0 for a leaf.
  var count: Int { found.isContainer ? found.count : 0 }

  var number: JSONNumber { JSONNumber(validText: text.tape.numberText(node)) }
  var string: String { text.tape.string(node) }

  /// Whether a string's text has escapes.
  var hasEscapes: Bool { found.hasEscapes }

  var measure: Measure { text.tape.measure(node) }

  /// The element, or the member's value, at an index below the count.
  func value(at place: Int) -> JSONValue {
    let child = text.tape.child(node, at: place)
    return JSONValue(text, found.kind == .object ? child &+ 1 : child)
  }

  /// The node of a member's name; nil if there is none with that name.
  func name(_ name: String) -> Int? {
    var name = name
    return name.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return nil }
      return text.tape.name(node, start, bytes.count)
    }
  }

  /// Whether this string has exactly these bytes.
  func hasBytes(of other: String) -> Bool {
    var other = other
    return other.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return found.length == 0 }
      return text.tape.hasText(node, start, bytes.count)
    }
  }
}

extension JSONValue {
  /// The value at a node; `null`, `true` and `false` are taken out of the text.
  @inline(__always)
  init(_ text: ParsedText, _ node: Int) {
    switch text.tape.nodes[node].kind {
    case .null: self = .null
    case .no: self = .bool(false)
    case .yes: self = .bool(true)
    default: self.init(.text(TextPlace(text, node)))
    }
  }
}
