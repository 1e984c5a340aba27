// Dictionaries whose keys are no strings: `Codable` writes them as one array of keys and values in
// turn, rendering by reflection as an array of pairs.

extension PathMatcher {
  /// The place of an element of the array at a place.
  ///
  /// In an array of even length each second element is the value of the key before it, where that
  /// is a string, or a case without payload (`{"name":{}}`), or has nothing but a `rawValue`. What
  /// is meant by the name of the key is selected, though the array may be no dictionary at all.
  ///
  /// Complexity: O(length of the key).
  package mutating func element(
    _ index: Int, in elements: JSONArray, of place: Place
  ) -> Place {
    guard place.number > 1, elements.indices.contains(index) else {
      return element(index, of: place)
    }
    let isValue = index & 1 == 1 && elements.count & 1 == 0
    return element(
      index, of: place, key: isValue ? elements[index - 1].nameAsKey : nil,
      isPair: elements[index].isPair)
  }
}

extension JSONValue {
  /// Whether this is an array of a key, as which it has a name, and a value.
  fileprivate var isPair: Bool {
    guard let array, array.count == 2 else { return false }
    return array[0].nameAsKey != nil
  }

  /// The name that this value has as the key of a dictionary.
  fileprivate var nameAsKey: String? {
    if let string { return string }
    guard let object, object.count == 1, let only = object.first else { return nil }
    if only.name == "rawValue" { return only.value.string }
    return only.value.object?.isEmpty == true ? only.name : nil
  }
}
