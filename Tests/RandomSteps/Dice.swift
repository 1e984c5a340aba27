import TestSupport

/// What chance decides in a run: equal seeds give equal runs.
struct Dice: RandomNumberGenerator {
  private var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  mutating func next() -> UInt64 { generator.next() }

  /// A number from 0 up to, and without, a count; 0 for a count of 0.
  mutating func below(_ count: Int) -> Int { Int(next() % UInt64(max(1, count))) }

  /// Whether something happens that happens so often in a hundred times.
  mutating func percent(_ share: Int) -> Bool { below(100) < share }

  /// One of some values, of which there must be one.
  mutating func pick<Element>(_ values: [Element]) -> Element { values[below(values.count)] }

  /// A text as an app has one: none, a short one, one of a name, or one that is hard to escape.
  mutating func text() -> String {
    switch below(8) {
    case 0: pick(Self.keys)
    case 1: pick(Self.hard)
    case 2: String(repeating: pick(Self.hard), count: 1 + below(6))
    case 3: "v\(below(50))"
    case 4: words(1 + below(4))
    case 5: words(3 + below(12))
    default: pick(["tea", "milk", "Earl Grey", "sugar, white", "item \(below(1000))"])
    }
  }

  /// Some words with blanks between.
  mutating func words(_ count: Int) -> String {
    (0..<count).map { _ in pick(Self.vocabulary) }.joined(
      separator: pick([" ", " ", " ", ", ", "\n"]))
  }

  /// Names that a pointer has to escape, and such as are equal to others by canonical equivalence.
  static let keys = [
    "", "/", "~", "~0", "~1", "~01", "a/b", "m~n", "0", "-", "-1", "01", " ", "\"", "\\", "%41",
    "é", "e\u{301}", "Å", "A\u{30A}", "\u{212B}", "ö/ü", "name", "id", "super", "\u{0}", "\n", "🇩🇪",
    "가", "\u{1100}\u{1161}", "\u{FEFF}", "\u{2028}",
  ]

  /// Texts with characters that must be escaped, are not seen, or need more than one unit.
  static let hard = [
    "\n", "\r\n", "\t", "\"", "\\", "\u{0}", "\u{1}", "\u{1F}", "\u{7F}", "é", "e\u{301}",
    "a\u{301}\u{302}\u{303}", "👩‍👩‍👧‍👦", "🏳️‍🌈", "🧪", "\u{10FFFF}", "𝄞", "日本", "\u{2028}",
    "\u{2029}", "\u{FEFF}", "\u{200D}", "שלום", "</script>", "ﬀ", "\u{85}", "\u{FFFD}", "\u{301}",
  ]

  private static let vocabulary = [
    "lorem", "ipsum", "dolor", "sit", "amet", "consectetur", "é", "naïve", "\"quoted\"", "a\\b",
    "12", "3.5", "🧪", "日本語", "x", "of", "and", "Straße",
  ]
}
