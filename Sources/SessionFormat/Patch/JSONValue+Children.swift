// Access to the children of arrays and objects alike, by index.

extension JSONValue {
  /// The index of the member or element that a reference token names, or nil if there is none.
  func place(_ token: String) -> Int? {
    if let object { return object.index(of: token) }
    guard let array, let index = JSONPointer.index(token), index < array.count else { return nil }
    return index
  }

  /// The index of the member or element that a written token without `~` names, or nil if there is
  /// none.
  func place(_ token: UnsafeBufferPointer<UInt8>) -> Int? {
    switch node {
    case .object(let object): return object.place(of: String(decoding: token, as: UTF8.self))
    case .text(let place) where place.kind == .object:
      guard let start = token.baseAddress else { return nil }
      let tape = place.text.tape
      return tape.name(place.node, start, token.count).map { tape.place(of: $0, in: place.node) }
    default:
      guard let array, let index = JSONPointer.index(token), index < array.count else { return nil }
      return index
    }
  }

  /// The element or the member's value at an index; nil if there is none.
  func child(at place: Int) -> JSONValue? {
    switch node {
    case .text(let text): place < text.count ? text.value(at: place) : nil
    case .array(let elements): place < elements.count ? elements[place] : nil
    case .object(let object): place < object.count ? object.entries[place].value : nil
    default: nil
    }
  }

  /// This container with another child at an existing index.
  ///
  /// Complexity: O(log count); the first change of a parsed container is O(count).
  func replacingChild(at place: Int, with value: JSONValue) -> JSONValue {
    if case .text(let text) = node, let spliced = text.splicing([(place, value)]) {
      return spliced
    }
    if let object { return JSONValue(.object(object.node.replacing(at: place, with: value))) }
    return array?.replacing(at: place, with: value) ?? self
  }

  /// This container with other children at existing, ascending indices.
  ///
  /// Complexity: O(changes × log count); the first change of a parsed container is O(count).
  package func exchangingChildren(_ changes: [(place: Int, element: JSONValue)]) -> JSONValue {
    if case .text(let text) = node, let spliced = text.splicing(changes) { return spliced }
    // A leaf would keep its whole line in memory.
    let changes = changes.map { (place: $0.place, element: $0.element.leafDetached) }
    if let object { return JSONValue(.object(object.node.exchanging(changes))) }
    if case .array(let elements) = node {
      return JSONValue(.array(elements.exchanging(changes[...])))
    }
    guard let array else { return self }
    var elements = Array(array)
    for change in changes { elements[change.place] = change.element }
    return .array(elements)
  }

  /// The same value; a leaf without the text around it in memory.
  var leafDetached: JSONValue {
    guard case .text(let place) = node else { return self }
    switch place.kind {
    case .number: return JSONValue(.number(place.number))
    case .string where !place.hasEscapes: return JSONValue(.string(place.string))
    case .string:
      // Keeps the text as written.
      var alone = LeafText()
      return JSONValue(alone.parsed(with: place), 0)
    default: return self
    }
  }
}
