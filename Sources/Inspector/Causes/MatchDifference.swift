import SessionFormat

/// How two states differ in the places of a text.
struct MatchDifference {
  private let before: Timeline.Look?
  private let since: Timeline.Look
  private var old: [TextPlaces.Key: (match: TextQuery.Match, value: JSONValue)] = [:]
  /// The places of the second state, in the parts that were added.
  private(set) var new: TextPlaces
  /// The changes, in the order of the second state; then those that vanished, in the order of the
  /// first.
  private var changes: [(key: TextPlaces.Key, change: TextHit.Change, isOldUnknown: Bool)] = []

  init(_ before: Timeline.Look?, _ since: Timeline.Look) {
    (self.before, self.since) = (before, since)
    new = TextPlaces(nil, TextQuery(""))
  }

  var count: Int { changes.count }

  /// Compares the two in a part of the state.
  mutating func add(_ part: JSONPointer, _ query: TextQuery) {
    let old = Self.places(of: before?.state, at: part, query)
    let new = Self.places(of: since.state, at: part, query)
    for key in new.keys where !since.cuts.hide(key.path) {
      guard let value = new.found[key]?.value else { continue }
      if let last = old.found[key], before?.cuts.hide(key.path) != true {
        if last.value != value { changes.append((key, .changed, false)) }
      } else {
        let isUnknown = before.map { $0.cuts.knowledge(of: key.path, in: $0.state) == .unknown }
        changes.append((key, .appeared, isUnknown ?? false))
      }
    }
    for key in old.keys where new.found[key] == nil {
      // What came behind a cut is not known to be gone.
      guard before?.cuts.hide(key.path) != true,
        since.cuts.knowledge(of: key.path, in: since.state) != .unknown
      else { continue }
      changes.append((key, .vanished, false))
    }
    self.old.merge(old.found) { first, _ in first }
    self.new.add(new)
  }

  /// The first changed places.
  func places(_ query: TextQuery) -> [TextHit.Place] {
    changes.prefix(TextHit.mostPlaces).compactMap { key, change, isOldUnknown in
      guard let found = change == .vanished ? old[key] : new.found[key] else { return nil }
      var place = TextHit.Place(key, found, query)
      (place.change, place.isOldUnknown) = (change, isOldUnknown)
      return place
    }
  }

  private static func places(
    of state: JSONValue?, at part: JSONPointer, _ query: TextQuery
  ) -> TextPlaces {
    guard let state else { return TextPlaces(nil, query) }
    let isMember = !part.isRoot && part.parent.value(in: state)?.kind == .object
    return TextPlaces(part.value(in: state), at: part, nameCounts: isMember, query)
  }
}

extension TextHit.Place {
  init(
    _ key: TextPlaces.Key, _ found: (match: TextQuery.Match, value: JSONValue), _ query: TextQuery
  ) {
    (path, match) = (key.path, found.match)
    let part = key.isName ? nil : query.excerpt(of: found.value)
    value = part.map { .string($0) } ?? (key.isName ? nil : found.value.detached().value)
    isExcerpt = part != nil
  }
}

extension TextQuery {
  /// The most bytes of a text that is kept whole, and how many are kept around a match of a longer
  /// one.
  private static let (longest, around) = (240, 80)

  /// The part of a long text around the first match; nil if the text is short.
  func excerpt(of value: JSONValue) -> String? {
    value.withStringBytes { bytes in
      guard bytes.count > Self.longest else { return nil }
      let place = place(in: bytes) ?? 0
      var (start, end) = (max(0, place - Self.around), min(bytes.count, place + 2 * Self.around))
      // At the beginning of a character.
      while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
      while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
      let middle = String(decoding: bytes[start..<end], as: UTF8.self)
      return (start > 0 ? "…" : "") + middle + (end < bytes.count ? "…" : "")
    }
  }

  /// The offset of the first match; nil if it is not found in this simple way.
  private func place(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let own = ignoresCase ? LetterCase.folded(text) : Array(text.utf8)
    let all = ignoresCase ? LetterCase.folded(bytes) : Array(bytes)
    guard all.count == bytes.count, own.count <= all.count, let first = own.first else {
      return nil
    }
    return all.withUnsafeBufferPointer { all in
      guard let base = all.baseAddress else { return nil }
      var at = 0
      while at + own.count <= all.count,
        let found = Memory.first(first, in: base + at, all.count - own.count + 1 - at)
      {
        if Memory.order(found, own, own.count) == 0 {
          return UnsafeRawPointer(found) - UnsafeRawPointer(base)
        }
        at = UnsafeRawPointer(found) - UnsafeRawPointer(base) + 1
      }
      return nil
    }
  }
}
