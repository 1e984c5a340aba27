/// The words and signs of a Swift source, without its comments and the texts of its string literals.
///
/// What stands in an interpolation is code, and is kept.
struct SwiftTokens {
  struct Token: Equatable {
    let text: String
    /// From 1.
    let line: Int
  }

  private(set) var all: [Token] = []
  private let source: [UInt8]
  private var at = 0
  private var line = 1

  init(_ text: String) {
    source = Array(text.utf8)
    code()
  }

  /// The byte that is read next; zero at the end.
  private var next: UInt8 { at < source.count ? source[at] : 0 }

  private func begins(_ text: String) -> Bool {
    text.utf8.first == next && source[at...].starts(with: text.utf8)
  }

  private mutating func skip(_ count: Int = 1) {
    for _ in 0..<min(count, source.count - at) {
      if next == UInt8(ascii: "\n") { line += 1 }
      at += 1
    }
  }

  /// Reads to the end, or behind the parenthesis that closes an interpolation.
  private mutating func code(inInterpolation: Bool = false) {
    var open = 0
    while at < source.count {
      switch next {
      case UInt8(ascii: "/") where begins("//"):
        while at < source.count, next != UInt8(ascii: "\n") { skip() }
      case UInt8(ascii: "/") where begins("/*"): comment()
      case UInt8(ascii: "\""), UInt8(ascii: "#"): literal()
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "\r"): skip()
      case let sign where Self.isPartOfWord(sign): word()
      case let sign:
        all.append(Token(text: String(Unicode.Scalar(sign)), line: line))
        skip()
        if sign == UInt8(ascii: "(") { open += 1 }
        if sign == UInt8(ascii: ")") { open -= 1 }
        if inInterpolation, open < 0 { return }
      }
    }
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "`"), 0x80...:
      true
    default: false
    }
  }

  private mutating func word() {
    let start = at
    while Self.isPartOfWord(next) { at += 1 }
    all.append(Token(text: String(decoding: source[start..<at], as: UTF8.self), line: line))
  }

  /// Comments nest.
  private mutating func comment() {
    var depth = 0
    repeat {
      let (opens, closes) = (begins("/*"), begins("*/"))
      depth += opens ? 1 : closes ? -1 : 0
      skip(opens || closes ? 2 : 1)
    } while depth > 0 && at < source.count
  }

  /// A string literal in any form; a `#` that begins none is passed over.
  private mutating func literal() {
    let start = at
    while next == UInt8(ascii: "#") { skip() }
    let hashes = String(repeating: "#", count: at - start)
    guard next == UInt8(ascii: "\"") else { return }
    let quote = begins("\"\"\"") ? "\"\"\"" : "\""
    skip(quote.utf8.count)
    while at < source.count, !begins(quote + hashes) {
      guard begins("\\" + hashes) else {
        skip()
        continue
      }
      skip(1 + hashes.utf8.count)
      let isInterpolation = next == UInt8(ascii: "(")
      skip()
      if isInterpolation { code(inInterpolation: true) }
    }
    skip(quote.utf8.count + hashes.utf8.count)
  }
}
