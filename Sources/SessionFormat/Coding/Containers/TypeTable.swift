/// A table by type.
///
/// The key is the type's metadata, which is unique and never moves.
///
/// The owner must call ``free()``.
struct TypeTable<Value> {
  private struct Entry {
    var key: UnsafeRawPointer?
    var value: Value
  }

  private let entries: UnsafeMutablePointer<Entry>
  /// In separate memory, so that a look-up modifies nothing under an exclusivity check.
  private let count: UnsafeMutablePointer<Int>
  private static var size: Int { 512 }

  init(_ placeholder: Value) {
    entries = .allocate(capacity: Self.size)
    entries.initialize(repeating: Entry(key: nil, value: placeholder), count: Self.size)
    count = .allocate(capacity: 1)
    count.initialize(to: 0)
  }

  func free() {
    entries.deinitialize(count: Self.size)
    entries.deallocate()
    count.deallocate()
  }

  @inline(__always)
  func entry(of type: Any.Type, _ make: () -> Value) -> Value {
    let key = unsafeBitCast(type, to: UnsafeRawPointer.self)
    let bits = UInt(bitPattern: key)
    var place = Int(truncatingIfNeeded: (bits >> 4 ^ bits >> 13) & 511)
    while let found = entries[place].key {
      if found == key { return entries[place].value }
      place = (place &+ 1) & 511
    }
    let value = make()
    // A quarter stays free, so that look-ups stay short.
    if count.pointee < 384 {
      entries[place] = Entry(key: key, value: value)
      count.pointee += 1
    }
    return value
  }
}
