import SessionFormat

/// A value that a coding gives back under another key of the same object.
enum RenamedKey {
  /// Where the value is then; nil if it is nowhere else, or its place is no key.
  ///
  /// - Parameter place: Where two values first differ.
  static func place(
    of place: JSONPointer, in recorded: JSONValue, _ answer: JSONValue
  ) -> (old: JSONPointer, new: JSONPointer)? {
    guard !place.isRoot, let before = place.parent.value(in: recorded)?.object,
      let after = place.parent.value(in: answer)?.object
    else { return nil }
    var lost: [(String, JSONValue)] = []
    before.forEach { name, value in if after[name] == nil { lost.append((name, value)) } }
    for (old, value) in lost {
      var new: String?
      after.forEach { name, other in
        if new == nil, before[name] == nil, other == value { new = name }
      }
      guard let new else { continue }
      let both = [old, new].map { JSONPointer(tokens: place.parent.tokens + [$0]) }
      if both.contains(place) { return (both[0], both[1]) }
    }
    return nil
  }

  /// That a value comes back under another key, in words behind its place; empty if it does not.
  static func words(
    _ place: JSONPointer, in recorded: JSONValue, _ answer: JSONValue
  ) -> String {
    guard let keys = self.place(of: place, in: recorded, answer) else { return "" }
    return ": what was at \(keys.old) comes back at \(keys.new), by another key"
  }
}
