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
  }

  private(set) var content = Content.members([])

  init() {}

  /// A child.
  init<T: Encodable>(_ value: T) { content = .value(HeldChild(value)) }

  init(null: Void) { content = .null }

  /// Makes it an object; the same request again changes nothing.
  func becomeObject() {
    if case .members = content { return }
    content = .members([])
  }

  /// Makes it an array; the same request again changes nothing.
  func becomeArray() {
    if case .elements = content { return }
    content = .elements([])
  }

  func become(_ node: CapturedNode) { content = node.content }

  /// Adds a member; a repeated name gets the last value at its first position.
  func add(_ name: String, _ node: CapturedNode) throws {
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
    guard case .elements(var elements) = content else { throw EndedContainer() }
    content = .null
    elements.append(node)
    content = .elements(elements)
  }

  /// How many elements it has.
  var count: Int { if case .elements(let elements) = content { elements.count } else { 0 } }

  /// A container was written to after its value became another.
  private struct EndedContainer: Error {}
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
