/// Texts that are looked for all at once, by their first bytes.
struct ByteForms: Sendable {
  /// What begins with the same bytes: by length, the longest first.
  private struct Family: Sendable {
    var lengths: [Int] = []
    /// Whether each stands only between other words.
    var forms: [[UInt8]: Bool] = [:]
  }

  /// No text has fewer bytes.
  let least: Int
  private var families: [UInt64: Family] = [:]
  /// Whether some text begins with two bytes: a table of all pairs.
  private var pairs = [Bool](repeating: false, count: 1 << 16)

  /// How many lengths of texts that begin alike are looked for.
  private static let lengthLimit = 64

  /// - Parameter least: From 2 to 8.
  init(least: Int) { self.least = least }

  var isEmpty: Bool { families.isEmpty }

  /// Looks for a text from now on; false if there are too many that begin like it.
  ///
  /// - Parameter isWord: Whether it is only found between other words, not inside one.
  mutating func add(_ form: [UInt8], isWord: Bool) -> Bool {
    guard form.count >= least else { return true }
    let key = key(form)
    var family = families[key] ?? Family()
    if !family.lengths.contains(form.count) {
      guard family.lengths.count < Self.lengthLimit else { return false }
      family.lengths.append(form.count)
      family.lengths.sort(by: >)
    }
    family.forms[form] = isWord && family.forms[form] ?? true
    families[key] = family
    pairs[Int(form[0]) << 8 | Int(form[1])] = true
    return true
  }

  private func key(_ bytes: some Collection<UInt8>) -> UInt64 {
    bytes.prefix(least).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Where the texts stand in another; none overlap.
  ///
  /// Complexity: O(count), and at each place where some begin the lengths of those.
  func ranges(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    guard !families.isEmpty, text.count >= least else { return [] }
    var found: [Range<Int>] = []
    pairs.withUnsafeBufferPointer { pairs in
      var at = 0
      while at + least <= text.count {
        guard pairs[Int(text[at]) << 8 | Int(text[at + 1])],
          let family = families[key(text[at..<at + least])],
          let length = family.lengths.first(where: { stands(family, at..<at + $0, text) })
        else {
          at &+= 1
          continue
        }
        found.append(at..<at + length)
        at += length
      }
    }
    return found
  }

  private func stands(
    _ family: Family, _ range: Range<Int>, _ text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard range.upperBound <= text.count, let isWord = family.forms[Array(text[range])] else {
      return false
    }
    return !isWord || (text.isBoundary(range.lowerBound) && text.isBoundary(range.upperBound))
  }
}
