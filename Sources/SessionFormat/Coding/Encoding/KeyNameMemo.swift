/// The written form of coding keys, whose names recur often.
///
/// The memo retains each remembered name. A string with the same bits is therefore the same string,
/// whatever the standard library's layout, and its characters need not be read. If there are very
/// many names, new ones replace old ones. The owner must call ``free()``.
struct KeyNameMemo {
  struct Entry {
    fileprivate var name = ""
    /// The hash of the written name, without its quotes.
    fileprivate(set) var hash: UInt64 = 0
    /// The length with quotes and colon; 0 if the entry is empty.
    fileprivate(set) var count = 0
    fileprivate(set) var text: Text = (0, 0, 0, 0)
  }

  typealias Text = (UInt64, UInt64, UInt64, UInt64)

  private static let room = 256
  /// A name is at its index or at one of the next entries, up to this many in all.
  private static let reach = 4

  /// Allocated when first needed.
  private var entries: UnsafeMutablePointer<Entry>?

  func free() {
    entries?.deinitialize(count: Self.room + Self.reach)
    entries?.deallocate()
  }

  /// The entry of a name; nil if it is not remembered.
  @inline(__always)
  func known(_ name: borrowing String) -> UnsafeMutablePointer<Entry>? {
    guard let entries else { return nil }
    let bits = Self.bits(name)
    var entry = entries + Self.index(bits)
    let end = entry + Self.reach
    while entry < end {
      if entry.pointee.count == 0 { return nil }
      if Self.bits(entry.pointee.name) == bits { return entry }
      entry += 1
    }
    return nil
  }

  /// Remembers the written form of a name, including its quotes and colon.
  mutating func remember(_ name: String, _ written: UnsafeBufferPointer<UInt8>, hash: UInt64) {
    guard MemoryLayout<String>.size == MemoryLayout<Bits>.size,
      written.count <= MemoryLayout<Text>.size, let start = written.baseAddress
    else { return }
    let first = made() + Self.index(Self.bits(name))
    var entry = first
    while entry.pointee.count > 0, entry < first + Self.reach { entry += 1 }
    if entry == first + Self.reach { entry = first }
    (entry.pointee.name, entry.pointee.hash) = (name, hash)
    entry.pointee.count = written.count
    withUnsafeMutableBytes(of: &entry.pointee.text) { text in
      if let text = text.baseAddress { Memory.copy(start, to: text, written.count) }
    }
  }

  private mutating func made() -> UnsafeMutablePointer<Entry> {
    if let entries { return entries }
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: Self.room + Self.reach)
    entries.initialize(repeating: Entry(), count: Self.room + Self.reach)
    self.entries = entries
    return entries
  }

  private struct Bits: Equatable {
    let low: UInt64
    let high: UInt64
  }

  @inline(__always)
  private static func bits(_ name: borrowing String) -> Bits {
    // If strings have another size, nothing is remembered.
    guard MemoryLayout<String>.size == MemoryLayout<Bits>.size else { return Bits(low: 0, high: 0) }
    return unsafeBitCast(copy name, to: Bits.self)
  }

  @inline(__always)
  private static func index(_ bits: Bits) -> Int {
    let mixed = (bits.low ^ bits.high) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 56)
  }
}
