/// What is known of types, found by their metadata, which is unique and never moves.
struct TypeTable<Value> {
  private struct Entry {
    var key: UnsafeRawPointer?
    var value: Value
  }

  private let entries: UnsafeMutablePointer<Entry>
  private var count = 0
  private static var size: Int { 512 }

  init(_ placeholder: Value) {
    entries = .allocate(capacity: Self.size)
    entries.initialize(repeating: Entry(key: nil, value: placeholder), count: Self.size)
  }

  func free() {
    entries.deinitialize(count: Self.size)
    entries.deallocate()
  }

  @inline(__always)
  mutating func entry<T>(of type: T.Type, _ make: () -> Value) -> Value {
    let key = unsafeBitCast(type as Any.Type, to: UnsafeRawPointer.self)
    let bits = UInt(bitPattern: key)
    var place = Int(truncatingIfNeeded: (bits >> 4 ^ bits >> 13) & 511)
    while let found = entries[place].key {
      if found == key { return entries[place].value }
      place = (place &+ 1) & 511
    }
    let value = make()
    // A quarter is left free, so that looking up ends soon.
    if count < 384 {
      entries[place] = Entry(key: key, value: value)
      count += 1
    }
    return value
  }
}
