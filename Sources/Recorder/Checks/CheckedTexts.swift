import SessionFormat

/// Short texts of values that survived their coding: what an app dispatches again and again, such
/// as a tick, need not be decoded each time.
struct CheckedTexts {
  /// The longest text that is kept, in bytes; with the number of places it limits the memory.
  static let longest = 256
  static let places = 512

  private struct Entry {
    let type: ObjectIdentifier
    let text: [UInt8]
  }

  private var entries: [Entry?] = []

  /// Whether that text of a value of that type is kept.
  func contains(_ text: [UInt8], of type: Any.Type) -> Bool {
    guard !entries.isEmpty, text.count <= Self.longest else { return false }
    let place = Self.place(of: text)
    return isKept(text, type, at: place) || isKept(text, type, at: place + 1)
  }

  private func isKept(_ text: [UInt8], _ type: Any.Type, at place: Int) -> Bool {
    guard let entry = entries[place] else { return false }
    return entry.type == ObjectIdentifier(type) && Memory.areEqual(entry.text, text)
  }

  /// Keeps a text in place of the older of two others.
  mutating func insert(_ text: [UInt8], of type: Any.Type) {
    guard text.count <= Self.longest else { return }
    if entries.isEmpty { entries = Array(repeating: nil, count: Self.places) }
    let place = Self.place(of: text)
    entries[place + 1] = entries[place]
    entries[place] = Entry(type: ObjectIdentifier(type), text: text)
  }

  /// The first of the two places of a text.
  private static func place(of text: [UInt8]) -> Int {
    var hasher = Hasher()
    text.withUnsafeBytes { hasher.combine(bytes: $0) }
    return Int(UInt(bitPattern: hasher.finalize()) % UInt(places / 2)) * 2
  }
}
