import SessionFormat

/// Remembers the latest stand-ins, because most secrets are in one state after the other.
///
/// It forgets the older half when it is full, so that old secrets do not stay in memory.
struct StandInMemo {
  private struct Key: Hashable {
    let text: String

    // By bytes: two texts that only look the same have stand-ins of their own.
    static func == (left: Key, right: Key) -> Bool { left.text.hasSameBytes(as: right.text) }

    func hash(into hasher: inout Hasher) {
      var text = text
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }

  private var newer: [Key: String] = [:]
  private var older: [Key: String] = [:]

  /// How many stand-ins make it half full, and the longest text that is kept.
  private static let half = 2048
  private static let longest = 256

  /// The stand-in that was made for a text, if it is remembered.
  mutating func standIn(for text: String) -> String? {
    if let known = newer[Key(text: text)] { return known }
    guard let known = older[Key(text: text)] else { return nil }
    remember(known, for: text)
    return known
  }

  mutating func remember(_ standIn: String, for text: String) {
    guard text.utf8.count <= Self.longest else { return }
    if newer.count >= Self.half {
      older = newer
      newer = [:]
    }
    newer[Key(text: text)] = standIn
  }
}
