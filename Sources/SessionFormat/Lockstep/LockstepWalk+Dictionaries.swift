// Dictionaries, whose values are compared in place.

extension Dictionary: LockstepCollection where Key: Encodable, Value: Encodable {
  static func walk(
    _ old: UnsafeRawPointer, _ new: UnsafeRawPointer, _ walk: LockstepWalk
  ) throws -> Bool {
    let old = old.assumingMemoryBound(to: Self.self).pointee
    let new = new.assumingMemoryBound(to: Self.self).pointee
    // These keys are written as names; of others the library decides.
    if Key.self == String.self {
      try walk.members(old, new) { unsafeBitCast($0, to: String.self) }
    } else if Key.self == Int.self {
      try walk.members(old, new) { String(unsafeBitCast($0, to: Int.self)) }
    } else if !(Key.self is any CodingKeyRepresentable.Type) {
      if try walk.pairs(old, new) { return true }
      try walk.visit(new.count)
      return false
    } else {
      try walk.visit(new.count)
      return false
    }
    return true
  }
}

extension Set: LockstepCollection where Element: Encodable {
  static func walk(
    _ old: UnsafeRawPointer, _ new: UnsafeRawPointer, _ walk: LockstepWalk
  ) throws -> Bool {
    try walk.visit(new.assumingMemoryBound(to: Self.self).pointee.count)
    return false
  }
}

extension LockstepWalk {
  /// What became of one key.
  private typealias Change<Key, Value> = (key: Key, old: Value?, new: Value?)

  /// Compares two dictionaries that are written as objects, key by key.
  fileprivate func members<Key: Hashable & Encodable, Value: Encodable>(
    _ old: [Key: Value], _ new: [Key: Value], name: (Key) -> String
  ) throws {
    let changes = try changes(old, new) { name($0).hasSameBytes(as: name($1)) }
    let named = changes.map { (name: name($0.key), change: $0) }.sorted {
      $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
    }
    for (name, change) in named {
      guard let before = change.old else { continue }
      try step(to: name) {
        guard let after = change.new else { return try remove(before) }
        try walk(before, after)
      }
    }
    for (name, change) in named where change.old == nil {
      guard let after = change.new else { continue }
      try step(to: name) { try add(member: after) }
    }
  }

  /// The most values that are compared of a dictionary that is written in pairs: the place of each is
  /// found by comparing its key with all others.
  private static var mostPairs: Int { 8 }

  /// Compares two dictionaries that are written as arrays, each key before its value, in the order of
  /// the keys' texts; false if their texts are to be compared.
  fileprivate func pairs<Key: Hashable & Encodable, Value: Encodable>(
    _ old: [Key: Value], _ new: [Key: Value]
  ) throws -> Bool {
    let changes = try changes(old, new) { try areEqual($0, $1) }
    guard !changes.isEmpty else { return true }
    guard changes.count <= Self.mostPairs, changes.allSatisfy({ $0.old != nil && $0.new != nil })
    else { return false }
    let texts = try changes.map { try text(of: $0.key) }
    var ranks = [Int](repeating: 0, count: changes.count)
    var same = ranks
    for key in new.keys {
      let other = try text(of: key)
      for (place, text) in texts.enumerated() {
        if other.lexicographicallyPrecedes(text) { ranks[place] += 1 }
        if Memory.areEqual(other, text) { same[place] += 1 }
      }
    }
    guard same.allSatisfy({ $0 == 1 }) else { return false }
    for (rank, change) in zip(ranks, changes).sorted(by: { $0.0 < $1.0 }) {
      guard let before = change.old, let after = change.new else { continue }
      try step(to: 2 * rank + 1) { try walk(before, after) }
    }
    return true
  }

  /// The keys whose values may differ, in any order.
  ///
  /// - Parameter isSameKey: Whether two equal keys are also written alike.
  private func changes<Key: Hashable & Encodable, Value: Encodable>(
    _ old: [Key: Value], _ new: [Key: Value], isSameKey: (Key, Key) throws -> Bool
  ) throws -> [Change<Key, Value>] {
    try withExtendedLifetime((old, new)) {
      guard let one = DictionaryTable(old), let other = DictionaryTable(new),
        let places = places(one, other, Key.self, Value.self)
      else {
        return try changes(old, new, among: old, isSameKey) { known in
          known < new.count ? Array(new) : []
        }
      }
      return try changes(old, new, among: one.entries(places.old), isSameKey) { _ in
        other.entries(places.new)
      }
    }
  }

  /// The same, if only some entries may differ.
  ///
  /// - Parameter fresh: Those of the new dictionary that may be new, by the number of keys found.
  private func changes<Key: Hashable & Encodable, Value: Encodable>(
    _ old: [Key: Value], _ new: [Key: Value], among some: some Sequence<(key: Key, value: Value)>,
    _ isSameKey: (Key, Key) throws -> Bool, fresh: (Int) -> [(key: Key, value: Value)]
  ) throws -> [Change<Key, Value>] {
    let type = knowledge(of: Value.self)
    var changes: [Change<Key, Value>] = []
    var known = 0
    // A copy that was changed keeps the order of its table unless it grew.
    var hint = new.startIndex
    for (key, value) in some {
      guard let place = try Self.place(of: key, in: new, hint, isSameKey) else {
        changes.append((key, value, nil))
        continue
      }
      known += 1
      let other = new[place].value
      hint = new.index(after: place)
      let isSame = withUnsafePointer(to: value) { value in
        withUnsafePointer(to: other) { type.areSame(value, $0) }
      }
      if !isSame { changes.append((key, value, other)) }
    }
    for (key, value) in fresh(known)
    where try Self.place(of: key, in: old, old.endIndex, isSameKey) == nil {
      changes.append((key, nil, value))
    }
    return changes
  }

  /// The place of a key that is written alike: others may be equal, but are other names.
  private static func place<Key, Value>(
    of key: Key, in values: [Key: Value], _ hint: [Key: Value].Index,
    _ isSame: (Key, Key) throws -> Bool
  ) rethrows -> [Key: Value].Index? {
    if hint != values.endIndex, values[hint].key == key, try isSame(values[hint].key, key) {
      return hint
    }
    guard let place = values.index(forKey: key), try isSame(values[place].key, key) else {
      return nil
    }
    return place
  }

  /// Where two tables of one form have not the same key and value; nil if their forms differ.
  ///
  /// Complexity: O(places), at about the speed of memory.
  private func places<Key: Encodable, Value: Encodable>(
    _ old: DictionaryTable, _ new: DictionaryTable, _: Key.Type, _: Value.Type
  ) -> (old: [Int], new: [Int])? {
    guard old.places == new.places else { return nil }
    let (keys, values) = (knowledge(of: Key.self), knowledge(of: Value.self))
    var (gone, fresh): ([Int], [Int]) = ([], [])
    for word in 0..<old.words {
      let (before, after) = (old.taken(word), new.taken(word))
      let first = word * UInt.bitWidth
      (before & ~after).forEachBit { gone.append(first + $0) }
      (after & ~before).forEachBit { fresh.append(first + $0) }
      var both = before & after
      while both != 0 {
        let start = both.trailingZeroBitCount
        let count = (~(both >> UInt(start))).trailingZeroBitCount
        both = start + count < UInt.bitWidth ? both & (UInt.max << UInt(start + count)) : 0
        var place = first + start
        let end = place + count
        while place < end {
          // A value further on need not be looked at.
          let key = keys.firstOther(old.keys, new.keys, from: place, count: end) ?? end
          let other = values.firstOther(old.values, new.values, from: place, count: key) ?? key
          guard other < end else { break }
          gone.append(other)
          fresh.append(other)
          place = other + 1
        }
      }
    }
    return (gone, fresh)
  }

  private func areEqual<T: Encodable>(_ old: T, _ new: T) throws -> Bool {
    try areEqual { try walk(old, new) }
  }

  /// Compares two values at the current place.
  func walk<T: Encodable>(_ old: T, _ new: T) throws {
    try withUnsafePointer(to: old) { old in
      try withUnsafePointer(to: new) { try walk(old, $0) }
    }
  }
}

extension DictionaryTable {
  /// The entries at some places that are taken.
  fileprivate func entries<Key, Value>(_ places: [Int]) -> [(key: Key, value: Value)] {
    let keys = keys.assumingMemoryBound(to: Key.self)
    let values = values.assumingMemoryBound(to: Value.self)
    return places.map { (keys[$0], values[$0]) }
  }
}
