import SessionFormat

/// Short texts of values that survived their coding: what an app dispatches again and again, such
/// as a tick, need not be decoded each time.
struct CheckedTexts {
  /// The longest text that is kept, in bytes; with the number of places it limits the memory.
  static let longest = 256
  static let places = 256

  private struct Entry {
    let type: ObjectIdentifier
    let text: [UInt8]
  }

  private var entries: [Entry?] = []

  /// Whether that text of a value of that type is kept.
  func contains(_ text: [UInt8], of type: Any.Type) -> Bool {
    guard !entries.isEmpty, text.count <= Self.longest,
      let entry = entries[Self.place(of: text)]
    else { return false }
    return entry.type == ObjectIdentifier(type) && Memory.areEqual(entry.text, text)
  }

  /// Keeps a text in place of another with the same place.
  mutating func insert(_ text: [UInt8], of type: Any.Type) {
    guard text.count <= Self.longest else { return }
    if entries.isEmpty { entries = Array(repeating: nil, count: Self.places) }
    entries[Self.place(of: text)] = Entry(type: ObjectIdentifier(type), text: text)
  }

  private static func place(of text: [UInt8]) -> Int {
    var hasher = Hasher()
    text.withUnsafeBytes { hasher.combine(bytes: $0) }
    return Int(bitPattern: UInt(bitPattern: hasher.finalize()) % UInt(places))
  }
}
