// The children of arrays and objects alike, by their places.

extension JSONValue {
  /// The place of the member or element that a reference token names, or nil where there is none.
  func place(_ token: String) -> Int? {
    if let object { return object.index(of: token) }
    guard let array, let index = JSONPointer.index(token), index < array.count else { return nil }
    return index
  }

  /// The member's value or the element at a place; nil where there is none.
  func child(at place: Int) -> JSONValue? {
    switch node {
    case .text(let text): place < text.count ? text.value(at: place) : nil
    case .array(let elements): place < elements.count ? elements[place] : nil
    case .object(let object): place < object.count ? object.entries[place].value : nil
    default: nil
    }
  }

  /// This container with the child at an existing place exchanged.
  ///
  /// Complexity: O(log count); the first change of a container that was parsed costs O(count).
  func replacingChild(at place: Int, with value: JSONValue) -> JSONValue {
    switch node {
    case .array(let elements): JSONValue(.array(elements.replacing(at: place, with: value)))
    case .object(let object): JSONValue(.object(object.replacing(at: place, with: value)))
    case .text(let text) where text.kind == .object:
      JSONValue(.object(ObjectNode(text).replacing(at: place, with: value)))
    default: array?.replacing(at: place, with: value) ?? self
    }
  }

  /// This container with the children at existing places exchanged, which rise.
  ///
  /// Complexity: O(changes × log count); the first change of a container that was parsed costs
  /// O(count).
  func exchangingChildren(_ changes: [(place: Int, element: JSONValue)]) -> JSONValue {
    switch node {
    case .array(let elements): return JSONValue(.array(elements.exchanging(changes[...])))
    case .object(let object): return JSONValue(.object(object.exchanging(changes)))
    case .text(let text) where text.kind == .object:
      return JSONValue(.object(ObjectNode(text).exchanging(changes)))
    case .text(let text) where text.kind == .array:
      var elements = Array(JSONArray(text))
      for change in changes { elements[change.place] = change.element }
      return .array(elements)
    default: return self
    }
  }

  /// The same value; a leaf without the text around it in memory.
  ///
  /// A string with escapes stays as it was written.
  var leafDetached: JSONValue {
    guard case .text(let place) = node else { return self }
    switch place.kind {
    case .number: return JSONValue(.number(place.number))
    case .string where !place.hasEscapes: return JSONValue(.string(place.string))
    default: return self
    }
  }
}
