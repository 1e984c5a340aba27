/// The members of a JSON object, in the order of the text.
///
/// It is a collection of (name, value) pairs with look-up by name. Names are compared by their
/// UTF-8 bytes. Look-up is O(1) on average in a parsed object, and O(log² count) in one that was
/// changed since.
public struct JSONObject: RandomAccessCollection, Sendable {
  private enum Storage: Sendable {
    case node(ObjectNode)
    case text(TextPlace)
  }

  private let storage: Storage
  /// The number of members.
  public let endIndex: Int

  init(_ node: ObjectNode) { (storage, endIndex) = (.node(node), node.count) }

  init(_ place: TextPlace) { (storage, endIndex) = (.text(place), place.count) }

  /// The first index, always 0.
  public var startIndex: Int { 0 }

  /// The member at an index.
  public subscript(position: Int) -> (name: String, value: JSONValue) {
    precondition(position >= 0 && position < endIndex, "there is no member at that place")
    switch storage {
    case .node(let node):
      let entry = node.entries[position]
      return (entry.name.string ?? "", entry.value)
    case .text(let place):
      let name = place.text.tape.child(place.node, at: position)
      return (place.text.tape.string(name), JSONValue(place.text, name + 1))
    }
  }

  /// The value with that name, or nil if there is none.
  public subscript(name: String) -> JSONValue? {
    switch storage {
    case .node(let node): node.place(of: name).map { node.entries[$0].value }
    case .text(let place): place.name(name).map { JSONValue(place.text, $0 + 1) }
    }
  }

  /// The index of that name, or nil if there is none.
  public func index(of name: String) -> Int? {
    switch storage {
    case .node(let node): node.place(of: name)
    case .text(let place):
      place.name(name).map { place.text.tape.place(of: $0, in: place.node) }
    }
  }

  /// The index and value of a member, or nil if there is none with that name.
  func find(_ name: String) -> (place: Int, value: JSONValue)? {
    switch storage {
    case .node(let node):
      return node.place(of: name).map { ($0, node.entries[$0].value) }
    case .text(let place):
      guard let found = place.name(name) else { return nil }
      return (place.text.tape.place(of: found, in: place.node), JSONValue(place.text, found + 1))
    }
  }

  /// This object with the member set: in place if the name exists, otherwise at the end.
  ///
  /// Complexity: O(log² count); the first change of a parsed object is O(count).
  public func setting(_ name: String, to value: JSONValue) -> JSONValue {
    JSONValue(.object(node.setting(name, to: value)))
  }

  /// This object without that name.
  ///
  /// Complexity: O(log² count); the first change of a parsed object is O(count).
  public func removing(_ name: String) -> JSONValue {
    JSONValue(.object(node.removing(name)))
  }

  /// The object's node if it was made or changed; nil if it is as it was parsed.
  var changed: ObjectNode? {
    if case .node(let node) = storage { node } else { nil }
  }

  /// The members in the form of a changed object.
  ///
  /// Complexity: O(count).
  var entries: [ObjectEntry] { Array(node.entries) }

  /// The object's node; made of its members if it is as it was parsed.
  var node: ObjectNode {
    switch storage {
    case .node(let node): node
    case .text(let place): ObjectNode(place)
    }
  }

  /// Iterates over the members of an object.
  public struct Iterator: IteratorProtocol {
    fileprivate enum Source {
      case node(Rope<ObjectEntry>.Iterator)
      case text(ParsedText, node: Int, left: Int)
    }
    fileprivate var source: Source

    /// The next member.
    public mutating func next() -> (name: String, value: JSONValue)? {
      guard case .text(let text, let node, let left) = source else { return nextEntry() }
      guard left > 0 else { return nil }
      source = .text(text, node: text.tape.next(after: node + 1), left: left - 1)
      return (text.tape.string(node), JSONValue(text, node + 1))
    }

    @inline(never)
    private mutating func nextEntry() -> (name: String, value: JSONValue)? {
      guard case .node(var entries) = source else { return nil }
      source = .text(.nothing, node: 0, left: 0)
      defer { source = .node(entries) }
      return entries.next().map { ($0.name.string ?? "", $0.value) }
    }
  }

  /// An iterator over the members.
  public func makeIterator() -> Iterator {
    switch storage {
    case .node(let node): Iterator(source: .node(node.entries.makeIterator()))
    case .text(let place):
      Iterator(source: .text(place.text, node: place.node + 2, left: place.count))
    }
  }
}
