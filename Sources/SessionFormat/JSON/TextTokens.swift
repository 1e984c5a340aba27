/// The tokens of a parsed value's compact text, in order, without recursion.
struct TextTokens: Sequence, IteratorProtocol {
  /// The next piece of text.
  enum Token {
    /// A bracket, a comma or a colon.
    case punctuation(UInt8)
    case word(StaticString)
    /// A number, by its node.
    case number(Int)
    /// A string or a name, by its node.
    case string(Int)
  }

  private let tape: Tape
  private let end: Int
  private var node: Int
  private var open: [(end: Int, isObject: Bool)] = []
  /// Whether the innermost container has returned a child and needs a comma next.
  private var isBehindChild = false
  /// Whether the next value's name has been returned, and whether its colon has.
  private var isBehindName = false
  private var isBehindColon = false

  init(_ place: TextPlace) {
    tape = place.text.tape
    node = place.node
    end = tape.next(after: place.node)
  }

  mutating func next() -> Token? {
    if let container = open.last {
      if node == container.end {
        open.removeLast()
        isBehindChild = true
        return .punctuation(container.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
      }
      if isBehindChild {
        isBehindChild = false
        return .punctuation(UInt8(ascii: ","))
      }
      if container.isObject, let token = nameOrColon() { return token }
    } else if node == end {
      return nil
    }
    return value()
  }

  private mutating func nameOrColon() -> Token? {
    if !isBehindName {
      isBehindName = true
      node &+= 1
      return .string(node &- 1)
    }
    if !isBehindColon {
      isBehindColon = true
      return .punctuation(UInt8(ascii: ":"))
    }
    return nil
  }

  private mutating func value() -> Token {
    let found = tape.nodes[node]
    (isBehindName, isBehindColon) = (false, false)
    guard !found.isContainer else {
      open.append((found.next, found.kind == .object))
      node &+= 2
      return .punctuation(found.kind == .object ? UInt8(ascii: "{") : UInt8(ascii: "["))
    }
    isBehindChild = true
    node &+= 1
    switch found.kind {
    case .null: return .word("null")
    case .no: return .word("false")
    case .yes: return .word("true")
    case .number: return .number(node &- 1)
    default: return .string(node &- 1)
    }
  }
}
