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
    case .array(let elements):
      return JSONPointer.index(token).flatMap { $0 < elements.count ? $0 : nil }
    case .object(let object): return object.place(of: String(decoding: token, as: UTF8.self))
    case .text(let place): return place.place(token)
    default: return nil
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
    switch node {
    case .array(let elements): JSONValue(.array(elements.replacing(at: place, with: value)))
    case .object(let object): JSONValue(.object(object.replacing(at: place, with: value)))
    case .text(let text): text.replacing(at: place, with: value) ?? self
    default: self
    }
  }

  /// This container with other children at existing, ascending indices.
  ///
  /// Complexity: O(changes × log count); the first change of a parsed container is O(count).
  func exchangingChildren(_ changes: [(place: Int, element: JSONValue)]) -> JSONValue {
    if case .text(let text) = node, let spliced = text.splicing(changes) { return spliced }
    // A leaf would keep its whole line in memory.
    let changes = changes.map { (place: $0.place, element: $0.element.leafDetached) }
    switch node {
    case .array(let elements): return JSONValue(.array(elements.exchanging(changes[...])))
    case .object(let object): return JSONValue(.object(object.exchanging(changes)))
    case .text(let text):
      switch text.kind {
      case .object: return JSONValue(.object(ObjectNode(text).exchanging(changes)))
      case .array:
        var elements = Array(JSONArray(text))
        for change in changes { elements[change.place] = change.element }
        return .array(elements)
      default: return self
      }
    default: return self
    }
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

extension TextPlace {
  /// The index of the child that a written token without `~` names, or nil if there is none.
  fileprivate func place(_ token: UnsafeBufferPointer<UInt8>) -> Int? {
    switch kind {
    case .object:
      guard let start = token.baseAddress else { return nil }
      return text.tape.name(node, start, token.count).map { text.tape.place(of: $0, in: node) }
    case .array: return JSONPointer.index(token).flatMap { $0 < count ? $0 : nil }
    default: return nil
    }
  }

  /// This container with another child at an existing index; nil if this is not a container.
  fileprivate func replacing(at place: Int, with value: JSONValue) -> JSONValue? {
    if let spliced = splicing([(place, value)]) { return spliced }
    switch kind {
    case .object: return JSONValue(.object(ObjectNode(self).replacing(at: place, with: value)))
    case .array: return JSONArray(self).replacing(at: place, with: value)
    default: return nil
    }
  }
}
