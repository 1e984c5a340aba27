/// A hash table of children by parent and ordinal.
///
/// Both are small internal numbers, so mixing their bits is enough; a dictionary's hashing would
/// take longer than the work around it.
struct ChildTable {
  private struct Entry {
    /// The parent in the upper half and the ordinal plus one in the lower; 0 is an empty entry.
    var key: UInt64 = 0
    var child = 0
  }

  private var entries = [Entry](repeating: Entry(), count: 16)
  private var count = 0

  /// A known child, or nil.
  ///
  /// Complexity: O(1) on average.
  func child(of parent: Int, at ordinal: Int) -> Int? {
    let entry = entries[place(of: Self.key(parent, ordinal))]
    return entry.key == 0 ? nil : entry.child
  }

  /// Adds a child that is not known yet.
  mutating func add(_ child: Int, to parent: Int, at ordinal: Int) {
    if count * 2 >= entries.count { grow() }
    let key = Self.key(parent, ordinal)
    entries[place(of: key)] = Entry(key: key, child: child)
    count += 1
  }

  private mutating func grow() {
    let old = entries
    entries = [Entry](repeating: Entry(), count: old.count * 2)
    for entry in old where entry.key != 0 { entries[place(of: entry.key)] = entry }
  }

  private static func key(_ parent: Int, _ ordinal: Int) -> UInt64 {
    UInt64(UInt32(truncatingIfNeeded: parent)) << 32 | UInt64(ordinal + 1)
  }

  /// The index of a key, or the free index for it.
  private func place(of key: UInt64) -> Int {
    var place = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & (entries.count - 1)
    while entries[place].key != 0, entries[place].key != key {
      place = (place + 1) & (entries.count - 1)
    }
    return place
  }
}
