/// A text of which a state has one that is long.
struct Essay: Filling, Codable, Hashable {
  var text = ""

  init() {}

  init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  static func made(_ dice: inout Dice) -> Essay {
    var essay = Essay()
    essay.text = dice.words(dice.below(40))
    return essay
  }

  mutating func change(_ dice: inout Dice) { LongText.change(&text, &dice) }

  mutating func remake(_ dice: inout Dice) { text.remake(&dice) }

  mutating func fill(_ count: Int, _ dice: inout Dice) { LongText.fill(&text, count, &dice) }
}

/// Edits of a long text.
enum LongText {
  static func fill(_ text: inout String, _ count: Int, _ dice: inout Dice) {
    while text.utf8.count < count * 40 {
      text += dice.percent(15) ? dice.text() : dice.words(8)
      text += dice.pick(["\n", " ", ". ", "\n\n"])
    }
  }

  static func change(_ text: inout String, _ dice: inout Dice) {
    switch dice.below(16) {
    case 0: text += dice.text()
    case 1: text.insert(contentsOf: dice.text(), at: text.startIndex)
    case 2, 3, 4: edit(&text, &dice)
    case 5, 6: for _ in 0..<(2 + dice.below(5)) { edit(&text, &dice) }
    case 7 where !text.isEmpty: text.removeLast()
    case 8 where !text.isEmpty: text.removeFirst()
    case 9: text = String(text.dropFirst(dice.below(30)))
    case 10: editUnits(&text, &dice)
    case 11: text = text.replacingWord("of", by: dice.pick(["of", "off", "", "o\u{301}f"]))
    case 12: text.remake(&dice)
    case 13: text = text.respelled(&dice)
    case 14 where dice.percent(30):
      text = String(text.unicodeScalars.reversed().map(Character.init))
    default: moveParagraph(&text, &dice)
    }
  }

  /// Replaces a short part by another, between characters.
  private static func edit(_ text: inout String, _ dice: inout Dice) {
    let (from, gone) = place(text, &dice)
    let to = text.index(from, offsetBy: gone, limitedBy: text.endIndex) ?? text.endIndex
    text.replaceSubrange(from..<to, with: dice.percent(25) ? "" : dice.text())
  }

  private static func place(_ text: String, _ dice: inout Dice) -> (String.Index, Int) {
    let offset = dice.below(text.utf8.count + 1)
    let index = text.utf8.index(text.startIndex, offsetBy: offset)
    return (String.Index(index, within: text) ?? text.startIndex, dice.below(12))
  }

  /// Inserts and removes scalars, which may join or split what is seen as one character.
  private static func editUnits(_ text: inout String, _ dice: inout Dice) {
    var scalars = Array(text.unicodeScalars)
    for _ in 0..<(1 + dice.below(3)) {
      let place = dice.below(scalars.count + 1)
      if place < scalars.count, dice.percent(40) {
        scalars.remove(at: place)
      } else {
        scalars.insert(contentsOf: dice.pick(Dice.hard).unicodeScalars, at: place)
      }
    }
    text = String(String.UnicodeScalarView(scalars))
  }

  private static func moveParagraph(_ text: inout String, _ dice: inout Dice) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 1 else { return }
    let line = lines.remove(at: dice.below(lines.count))
    lines.insert(line, at: dice.below(lines.count + 1))
    text = lines.joined(separator: "\n")
  }
}

extension String {
  /// The text with each of a word replaced.
  fileprivate func replacingWord(_ word: String, by other: String) -> String {
    split(separator: " ", omittingEmptySubsequences: false)
      .map { $0 == word ? other : String($0) }.joined(separator: " ")
  }
}

/// A page with a long text among short ones.
struct Page: Codable, Composed {
  var id = 0
  var title = ""
  var body = Essay()

  static var parts: [Part<Page>] { [Part(\.id), Part(\.title), Part(\.body)] }
}

/// A state of texts.
struct Texts: RandomState {
  var note = ""
  var essay = Essay()
  var title = ""
  var optional: String?
  var lines: [String] = []
  var pages: [Page] = []
  var drafts: [String: Essay] = [:]
  var wordSet: Set<String> = []
  var version = 0

  static var parts: [Part<Texts>] {
    [
      Part(\.note, remake: { $0.remake(&$1) }, fill: LongText.fill, change: LongText.change),
      Part(\.note, remake: { $0.remake(&$1) }, fill: LongText.fill, change: LongText.change),
      Part(filling: \.essay), Part(\.title), Part(\.optional), Part(filling: \.lines),
      Part(\.pages, remake: { $0.remake(&$1) }, fill: fillPages) { $0.change(&$1) },
      Part(\.drafts), Part(filling: \.wordSet), Part(\.version),
    ]
  }

  private static func fillPages(_ pages: inout [Page], _ count: Int, _ dice: inout Dice) {
    pages.fill(1 + count / 20, &dice)
    for place in pages.indices where dice.percent(50) { pages[place].body.fill(count, &dice) }
  }
}
