/// The members of a JSON object, in the order of the text.
///
/// A collection of (name, value) pairs with look-up by name. Names are compared by their UTF-8
/// bytes. Look-up is O(1) on average.
public struct JSONObject: RandomAccessCollection, Sendable {
  private let node: ObjectNode

  init(_ node: ObjectNode) { self.node = node }

  /// The first place, always 0.
  public var startIndex: Int { 0 }
  /// The number of members.
  public var endIndex: Int { node.members.count }
  /// The member at that place.
  public subscript(position: Int) -> (name: String, value: JSONValue) { node.members[position] }

  /// The value of that name, or nil where there is none.
  public subscript(name: String) -> JSONValue? {
    node.place(of: name).map { node.members[$0].value }
  }

  /// The place of that name, or nil where there is none.
  public func index(of name: String) -> Int? { node.place(of: name) }

  /// This object with the member set: in its place where the name is there, else at the end.
  ///
  /// Complexity: O(count).
  public func setting(_ name: String, to value: JSONValue) -> JSONValue {
    if let place = node.place(of: name) {
      return JSONValue(.object(node.replacing(at: place, with: value)))
    }
    return JSONValue(.object(ObjectNode(unique: node.members + [(name, value)])))
  }

  /// This object without that name.
  ///
  /// Complexity: O(count).
  public func removing(_ name: String) -> JSONValue {
    var members = node.members
    if let place = node.place(of: name) { members.remove(at: place) }
    return JSONValue(.object(ObjectNode(unique: members)))
  }
}
