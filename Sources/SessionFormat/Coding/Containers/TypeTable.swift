/// What is known of types, found by their metadata, which is unique and never moves.
///
/// Whoever makes one must call ``free()``.
struct TypeTable<Value> {
  private struct Entry {
    var key: UnsafeRawPointer?
    var value: Value
  }

  private let entries: UnsafeMutablePointer<Entry>
  /// In memory of its own, so that a look-up changes nothing that is guarded.
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
  func entry<T>(of type: T.Type, _ make: () -> Value) -> Value {
    let key = unsafeBitCast(type as Any.Type, to: UnsafeRawPointer.self)
    let bits = UInt(bitPattern: key)
    var place = Int(truncatingIfNeeded: (bits >> 4 ^ bits >> 13) & 511)
    while let found = entries[place].key {
      if found == key { return entries[place].value }
      place = (place &+ 1) & 511
    }
    let value = make()
    // A quarter is left free, so that looking up ends soon.
    if count.pointee < 384 {
      entries[place] = Entry(key: key, value: value)
      count.pointee += 1
    }
    return value
  }
}
