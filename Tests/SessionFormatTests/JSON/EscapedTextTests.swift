import TestSupport
import Testing

@testable import SessionFormat

@Suite("Strings that are written with escapes")
struct EscapedTextTests {
  /// Ways to write characters of one to four bytes, NUL and the quote among them.
  private static let characters: [(character: String, written: [String])] = [
    ("a", ["a", "\\u0061"]), ("\n", ["\\n", "\\u000a", "\\u000A"]), ("\u{0}", ["\\u0000"]),
    ("\"", ["\\\"", "\\u0022"]), ("\\", ["\\\\", "\\u005c"]), ("/", ["/", "\\/"]),
    ("\t", ["\\t"]), ("\u{8}", ["\\b"]), ("\u{C}", ["\\f"]), ("\r", ["\\r"]),
    ("é", ["é", "\\u00e9"]), ("…", ["…", "\\u2026"]), ("😀", ["😀", "\\ud83d\\ude00"]),
    ("😁", ["😁", "\\uD83D\\uDE01"]), ("u", ["u"]), ("n", ["n"]),
  ]

  private func areEqual(_ left: String, _ right: String) -> Bool {
    var (left, right) = (left, right)
    return left.withUTF8 { a in
      right.withUTF8 { b in
        guard let first = a.baseAddress, let second = b.baseAddress else {
          return a.isEmpty && b.isEmpty
        }
        return EscapedText.areEqual(first, a.count, second, b.count)
      }
    }
  }

  @Test("two are equal if they stand for the same bytes, however they are written")
  func pairs() {
    let all = Self.characters.flatMap { entry in entry.written.map { (entry.character, $0) } }
    for (one, first) in all {
      for (other, second) in all {
        #expect(areEqual(first, second) == (one == other), "\(first) and \(second)")
        let isRight = all.allSatisfy { _, more in
          areEqual(first + more, second + more) == (one == other)
            && areEqual(more + first, more + second) == (one == other)
            && !areEqual(first, second + more)
        }
        #expect(isRight, "\(first) and \(second), with others before or behind")
      }
    }
  }

  @Test("long ones, alike but for one character")
  func long() throws {
    var random = SplitMix64(seed: 7)
    for _ in 0..<2_000 {
      let picked = (0..<Int.random(in: 1...600, using: &random)).map { _ in
        Int.random(in: 0..<Self.characters.count, using: &random)
      }
      func write(_ picked: [Int]) -> String {
        picked.map { Self.characters[$0].written.randomElement(using: &random) ?? "" }.joined()
      }
      let text = write(picked)
      #expect(areEqual(text, text))
      #expect(areEqual(text, write(picked)))
      var other = picked
      let place = Int.random(in: 0..<other.count, using: &random)
      other[place] = (other[place] + 1) % Self.characters.count
      #expect(!areEqual(text, write(other)))
      #expect(!areEqual(text, write(picked + [0])))
      // As the values of a document, too.
      let (left, right) = (
        try JSONValue(parsing: "[\"\(write(picked))\"]"), try JSONValue(parsing: "[\"\(text)\"]")
      )
      #expect(left == right)
      #expect(try left != JSONValue(parsing: "[\"\(write(other))\"]"))
    }
  }

  @Test("a member is found by its name, however that is written")
  func names() throws {
    for (character, written) in Self.characters {
      for name in written {
        let object = try JSONValue(parsing: "{\"x\(name)\":1}")
        #expect(object["x\(character)"] == 1)
        #expect(object["x"] == nil)
        #expect(object["x\(character)y"] == nil)
      }
    }
  }
}
