/// Remembers the latest stand-ins, because most secrets are in one state after the other.
///
/// It forgets the older half when it is full, so that old secrets do not stay in memory.
struct StandInMemo: Sendable {
  // By bytes: two texts that only look the same have stand-ins of their own.
  private var newer: [NameKey: String] = [:]
  private var older: [NameKey: String] = [:]

  /// How many stand-ins make it half full, and the longest text that is kept.
  private static let half = 2048
  private static let longest = 256

  /// The stand-in that was made for a text, if it is remembered.
  mutating func standIn(for text: String) -> String? {
    if let known = newer[NameKey(text)] { return known }
    guard let known = older[NameKey(text)] else { return nil }
    remember(known, for: text)
    return known
  }

  mutating func remember(_ standIn: String, for text: String) {
    guard text.utf8.count <= Self.longest else { return }
    if newer.count >= Self.half {
      older = newer
      newer = [:]
    }
    newer[NameKey(text)] = standIn
  }
}
