// Arrays and dictionaries, whose elements are compared in place.

extension LockstepWalk {
  /// Compares the elements of two arrays.
  func elements<Element: Encodable>(
    _ old: UnsafeBufferPointer<Element>, _ new: UnsafeBufferPointer<Element>
  ) throws {
    guard let first = old.baseAddress, let other = new.baseAddress, !old.isEmpty, !new.isEmpty
    else {
      for place in old.indices.reversed() { try step(to: place) { try remove(old[place]) } }
      for place in new.indices { try step(to: place) { try add(new[place]) } }
      return
    }
    let type = knowledge(of: Element.self)
    guard old.count != new.count else {
      var from = 0
      while let place = type.firstOther(first, other, from: from, count: old.count) {
        try step(to: place) { try walk(first + place, other + place) }
        from = place + 1
      }
      return
    }
    try differ()
    var middle = ArrayMiddle(old.count, new.count)
    try middle.trim(
      skipping: { type.firstOther(first, other, from: $0, count: $1) ?? $1 },
      { one, two in
        if type.areSame(first + one, other + two) { return true }
        return try areEqual { try walk(first + one, other + two) }
      })
    try middle.forEach { index, isOld, isNew in
      try step(to: index) {
        if isOld, isNew {
          try walk(first + index, other + index)
        } else {
          try isOld ? remove(old[index]) : add(new[index])
        }
      }
    }
  }

  /// Compares two dictionaries, key by key.
  func values<Value: Encodable>(_ old: [String: Value], _ new: [String: Value]) throws {
    let type = knowledge(of: Value.self)
    var changed: [(name: String, old: Value, new: Value?)] = []
    var known = 0
    // A copy that was changed keeps the order of its table unless it grew.
    var hint = new.startIndex
    for (name, value) in old {
      let place = Self.place(of: name, in: new, hint)
      guard let place else {
        changed.append((name, value, nil))
        continue
      }
      known += 1
      let other = new[place].value
      hint = new.index(after: place)
      let isSame = withUnsafePointer(to: value) { value in
        withUnsafePointer(to: other) { type.areSame(value, $0) }
      }
      if !isSame { changed.append((name, value, other)) }
    }
    changed.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    for (name, value, other) in changed {
      try step(to: name) {
        guard let other else { return try remove(value) }
        try withUnsafePointer(to: value) { value in
          try withUnsafePointer(to: other) { try walk(value, $0) }
        }
      }
    }
    guard known < new.count else { return }
    let fresh = new.filter { Self.place(of: $0.key, in: old, old.startIndex) == nil }
    for (name, value) in fresh.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      try step(to: name) { try add(member: value) }
    }
  }

  /// The place of a key with exactly these bytes: others may be equal, but are other names.
  private static func place<Value>(
    of name: String, in values: [String: Value], _ hint: [String: Value].Index
  ) -> [String: Value].Index? {
    if hint != values.endIndex, values[hint].key.hasSameBytes(as: name) { return hint }
    guard let place = values.index(forKey: name), values[place].key.hasSameBytes(as: name) else {
      return nil
    }
    return place
  }
}
