/// The texts of the fractions that were written recently.
///
/// Finding the shortest digits of a fraction takes longer than writing everything around it. The
/// values that a run encodes in sequence have most of their fractions in common. Equal bits have
/// the same text, so the output is the same. The owner must call ``free()``.
struct FractionMemo {
  private struct Entry {
    var bits: UInt64 = 0
    /// 0 if there is none.
    var count = 0
    var text: (UInt64, UInt64, UInt64) = (0, 0, 0)
  }

  private static let room = 128
  /// The length of `-2.2250738585072014e-308`.
  private static let longest = 24

  /// Allocated when first needed, because most values have no fractions.
  private var entries: UnsafeMutablePointer<Entry>?

  func free() { entries?.deallocate() }

  /// Appends the description of a finite number that is not whole.
  mutating func append(_ value: Double, to out: inout ByteBuffer) {
    let entry = entry(of: value.bitPattern)
    if entry.pointee.count == 0 || entry.pointee.bits != value.bitPattern {
      let start = out.count
      out.append(description: value)
      let count = out.count &- start
      guard count <= Self.longest else { return }
      (entry.pointee.bits, entry.pointee.count) = (value.bitPattern, count)
      withUnsafeMutableBytes(of: &entry.pointee.text) { text in
        if let text = text.baseAddress { Memory.copy(out.bytes + start, to: text, count) }
      }
      return
    }
    out.reserve(Self.longest)
    // Always copies all of it: that is faster than checking the length.
    UnsafeMutableRawPointer(out.bytes + out.count).storeBytes(
      of: entry.pointee.text, as: (UInt64, UInt64, UInt64).self)
    out.count &+= entry.pointee.count
  }

  @inline(__always)
  private mutating func entry(of bits: UInt64) -> UnsafeMutablePointer<Entry> {
    let mixed = bits &* 0x9E37_79B9_7F4A_7C15
    return made() + Int(truncatingIfNeeded: mixed >> 57)
  }

  @inline(__always)
  private mutating func made() -> UnsafeMutablePointer<Entry> {
    if let entries { return entries }
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: Self.room)
    entries.initialize(repeating: Entry(), count: Self.room)
    self.entries = entries
    return entries
  }
}
