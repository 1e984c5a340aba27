import SessionFormat

/// Finds the secrets of a text, also behind escapes and in base 64, and those that are known from
/// elsewhere.
struct TextSecrets {
  /// A secret with what it reads as.
  struct Found {
    var span: SecretSpan
    /// The secret itself, without escapes.
    var secret: [UInt8]
    /// The view that shows it; nil if the text does.
    var view: TextView?
    /// Its range in the view.
    var inView: Range<Int>
    /// The secrets in what it stands for, if it is base 64.
    var inner: [[UInt8]] = []

    /// The same with another range.
    fileprivate func with(_ range: Range<Int>, _ text: UnsafeBufferPointer<UInt8>) -> Found {
      var new = self
      (new.span.range, new.inView, new.view) = (range, range, nil)
      (new.span.isNumber, new.span.publicCount) = (false, 0)
      new.secret = Array(text[range])
      return new
    }
  }

  private let shapes = SecretShapes.shared
  /// The secrets of other places; nil while they are collected.
  var known: KnownSecrets?

  /// Base 64 of fewer bytes is not decoded.
  private static let leastBase64 = 16

  /// The secrets in the order of the text; none overlap.
  ///
  /// Complexity: O(count).
  ///
  /// - Parameters:
  ///   - isName: Whether the text is the name of a member or type.
  ///   - place: Where it stands, to find parts of secrets.
  func found(
    in text: UnsafeBufferPointer<UInt8>, isName: Bool = false,
    at place: @autoclosure () -> SecretParts.Place? = nil
  ) -> [Found] {
    guard text.count > 3 else { return [] }
    func spans(in text: UnsafeBufferPointer<UInt8>) -> [SecretSpan] {
      guard let known else { return shapes.spans(in: text) }
      var parts: [SecretSpan] = []
      if known.parts.mayFind(in: text), let place = place() {
        parts = known.parts.spans(in: text, at: place)
      }
      return parts + known.spans(in: text, isName: isName) + shapes.spans(in: text)
    }
    var all = spans(in: text).map { span in
      Found(span: span, secret: Array(text[span.range]), view: nil, inView: span.range)
    }
    var seen: [Found] = []
    for escape in TextView.Escape.allCases {
      guard let view = TextView(escape, text) else { continue }
      all = all.compactMap { found in
        guard let range = view.aligned(found.span.range) else { return nil }
        return range == found.span.range ? found : found.with(range, text)
      }
      for var span in view.bytes.withUnsafeBufferPointer(spans) {
        let range = span.range
        span.range = view.source(of: range)
        seen.append(Found(span: span, secret: Array(view.bytes[range]), view: view, inView: range))
      }
    }
    all += seen
    all += encoded(in: text, spans)
    return Self.apart(all, text)
  }

  /// Whether there is any, or whether something in the text may hide one; false is reliable.
  func mayFind(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    func mayFind(in text: UnsafeBufferPointer<UInt8>) -> [SecretSpan] {
      let known = known.map { $0.spans(in: text, isName: false) } ?? []
      return known.isEmpty ? shapes.spans(in: text) : known
    }
    return known?.parts.mayFind(in: text) == true || !mayFind(in: text).isEmpty
      || text.contains(where: TextView.mayBegin) || !encoded(in: text, mayFind).isEmpty
  }

  /// Base 64 of a text with a secret in it.
  private func encoded(
    in text: UnsafeBufferPointer<UInt8>, _ spans: (UnsafeBufferPointer<UInt8>) -> [SecretSpan]
  ) -> [Found] {
    var found: [Found] = []
    var at = 0
    while at + Self.leastBase64 <= text.count {
      // The last byte that a run from here must have: if it has not, no run begins before it.
      let probe = at + Self.leastBase64 - 1
      guard ByteSet.base64.contains(text[probe]) else {
        at = probe + 1
        continue
      }
      let start = text.start(of: .base64, before: probe, from: at)
      var end = text.end(of: .base64, from: probe)
      defer { at = end + 1 }
      guard end - start >= Self.leastBase64 else { continue }
      let run = UnsafeBufferPointer(rebasing: text[start..<end])
      end = text.end(of: ByteSet("="), from: end, most: 2)
      for (bytes, letters) in Base64Text.texts(in: run) {
        let inner = bytes.withUnsafeBufferPointer { bytes in
          spans(bytes).map { ($0, Array(bytes[$0.range])) }
        }
        guard var span = inner.first?.0 else { continue }
        let last = start + letters.upperBound
        span.range = start + letters.lowerBound..<(letters.upperBound < run.count ? last : end)
        (span.publicCount, span.isNumber) = (0, false)
        found.append(
          Found(
            span: span, secret: Array(text[span.range]), view: nil, inView: span.range,
            inner: inner.map(\.1)))
      }
    }
    return found
  }

  /// Those that overlap no earlier and longer one.
  private static func apart(
    _ all: [Found], _ text: UnsafeBufferPointer<UInt8>
  ) -> [Found] {
    guard all.count > 1 else { return all }
    let sorted = all.sorted { left, right in
      let (one, other) = (left.span, right.span)
      // A secret that is known from elsewhere may be known for its form; without escapes it is equal
      // to what it is elsewhere.
      let rank = (left.view == nil ? 1 : 0) + (one.kind == .copy ? 2 : 0)
      let otherRank = (right.view == nil ? 1 : 0) + (other.kind == .copy ? 2 : 0)
      return (one.range.lowerBound, -one.range.count, rank)
        < (other.range.lowerBound, -other.range.count, otherRank)
    }
    var kept: [Found] = []
    for next in sorted {
      if let last = kept.last, last.span.range.overlaps(next.span.range) {
        // The rest of one that begins inside another is a secret as well.
        guard next.span.range.upperBound > last.span.range.upperBound else { continue }
        let joined = last.span.range.lowerBound..<next.span.range.upperBound
        kept[kept.count - 1] = last.with(joined, text)
        continue
      }
      kept.append(next)
    }
    return kept
  }
}
