// Supports dictionaries whose keys are not strings. `Codable` writes them as an array of
// alternating keys and values; rendering by reflection writes an array of pairs.

extension PathMatcher {
  /// The place of an element of the array at a place.
  ///
  /// In an array of even length, each second element counts as the value of the key before it. The
  /// key must be a string, a case without payload (`{"name":{}}`), or an object with only a
  /// `rawValue`. The key's name then selects the value, even if the array is not a dictionary.
  ///
  /// Complexity: O(length of the key).
  package mutating func element(
    _ index: Int, in elements: JSONArray, of place: Place
  ) -> Place {
    guard place.number > 1, elements.indices.contains(index) else {
      return element(index, of: place)
    }
    return element(
      index, of: place, key: elements.name(before: index), isPair: elements[index].isPair)
  }
}

extension JSONArray {
  /// The name of the key before an element, if the array may be a dictionary or a pair of one.
  ///
  /// Complexity: O(length of the key).
  package func name(before index: Int) -> String? {
    guard index & 1 == 1, count & 1 == 0, indices.contains(index) else { return nil }
    return self[index - 1].nameAsKey
  }
}

extension JSONValue {
  /// Whether this is an array of a value and its key before it, which has a name.
  fileprivate var isPair: Bool {
    guard let array, array.count == 2 else { return false }
    return array[0].nameAsKey != nil
  }

  /// The name of this value as a dictionary key.
  fileprivate var nameAsKey: String? {
    if let string { return string }
    guard let object, object.count == 1, let only = object.first else { return nil }
    if only.name == "rawValue" { return only.value.string }
    return only.value.object?.isEmpty == true ? only.name : nil
  }
}
