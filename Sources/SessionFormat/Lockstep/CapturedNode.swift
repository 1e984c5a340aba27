/// Whether a value asked for its coding path: then its text may depend on where it is.
final class PathQuestion {
  var wasAsked = false
}

/// What a value wrote when it encoded itself, with its children as they were given.
///
/// The children are kept alive, so that of two nodes that are alive at the same time no child has
/// the memory of another.
final class CapturedNode {
  /// A member of an object.
  struct Member {
    let name: String
    var node: CapturedNode
  }

  /// What the node is so far.
  enum Content {
    /// An object; also of a type that encodes nothing.
    case members([Member])
    case elements([CapturedNode])
    /// Another value in its place.
    case value(any CapturedValue)
    case null
    /// Nothing is kept of what is nested deeper than any text: freeing it would take the stack.
    case tooDeep
  }

  private(set) var content: Content
  /// How many nodes made by hand it is within.
  private let depth: Int
  /// Notes that a value asks for its coding path.
  private let question: PathQuestion?

  /// A node that is empty so far.
  ///
  /// - Parameters:
  ///   - depth: How many nodes made by hand it is within.
  ///   - question: Notes that a value asks for its coding path.
  init(depth: Int = 0, _ question: PathQuestion? = nil) {
    (self.depth, self.question) = (depth, question)
    content = depth < ValueEncoder.depthLimit ? .members([]) : .tooDeep
  }

  /// A child.
  init<T: Encodable>(_ value: T) { (depth, question, content) = (0, nil, .value(HeldChild(value))) }

  init(null: Void) { (depth, question, content) = (0, nil, .null) }

  /// The coding path that the value is told; where it is, a node does not know.
  var path: [any CodingKey] {
    question?.wasAsked = true
    return []
  }

  /// An empty node for what is nested in this one by hand; what is too deep belongs to none.
  func nested(_ add: (CapturedNode) throws -> Void) -> CapturedNode {
    if case .tooDeep = content { return CapturedNode(depth: depth, question) }
    let child = CapturedNode(depth: depth + 1, question)
    // A container that ended takes nothing; what is written to its child is lost.
    try? add(child)
    return child
  }

  /// Makes it an object; the same request again changes nothing.
  func becomeObject() {
    switch content {
    case .members, .tooDeep: return
    default: content = .members([])
    }
  }

  /// Makes it an array; the same request again changes nothing.
  func becomeArray() {
    switch content {
    case .elements, .tooDeep: return
    default: content = .elements([])
    }
  }

  /// Becomes what another node is.
  func become(_ node: CapturedNode) {
    if case .tooDeep = content { return }
    content = node.content
  }

  /// Adds a member; a repeated name gets the last value at its first position.
  func add(_ name: String, _ node: CapturedNode) throws {
    if case .tooDeep = content { return }
    guard case .members(var members) = content else { throw EndedContainer() }
    content = .null  // so that nothing is copied
    if let place = members.firstIndex(where: { $0.name.hasSameBytes(as: name) }) {
      members[place].node = node
    } else {
      members.append(Member(name: name, node: node))
    }
    content = .members(members)
  }

  /// Adds an element.
  func add(_ node: CapturedNode) throws {
    if case .tooDeep = content { return }
    guard case .elements(var elements) = content else { throw EndedContainer() }
    content = .null
    elements.append(node)
    content = .elements(elements)
  }

  /// How many elements it has.
  var count: Int { if case .elements(let elements) = content { elements.count } else { 0 } }

  /// A container was written to after its value became another.
  private struct EndedContainer: Error {}
  /// A node of which nothing is kept.
  private struct TooDeep: Error {}
}

extension CapturedNode: Encodable {
  func encode(to encoder: any Encoder) throws {
    switch content {
    case .members(let members):
      var container = encoder.container(keyedBy: TextKey.self)
      for member in members { try container.encode(member.node, forKey: TextKey(member.name)) }
    case .elements(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .value(let value): try value.encode(to: encoder)
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .tooDeep: throw TooDeep()
    }
  }
}

/// A child of a node, whatever its type.
protocol CapturedValue: AnyObject, Encodable {
  /// Compares it with another child of the same class.
  func walk(with other: any CapturedValue, _ walk: LockstepWalk) throws
}

private final class HeldChild<Value: Encodable>: HeldValue<Value>, CapturedValue {
  func walk(with other: any CapturedValue, _ walk: LockstepWalk) throws {
    guard let other = other as? HeldChild else { return }
    try walk.walk(memory, other.memory)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(memory.pointee)
  }
}
