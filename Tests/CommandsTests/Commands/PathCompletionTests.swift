import SessionFormat
import Testing

@testable import Commands
@testable import InspectorSupport

@Suite("Completing a path")
struct PathCompletionTests {
  private static let names = [
    "a", "ab", "abc", "a b", "a.b", "a[b", "a]b", "a\"b", "a\\b", "a'b", "a/b", "a~b", "a~0", "~1a",
    "/", "~", "", "0", "01", "10", "1x", "é", "e\u{301}", "あい", "$", "$.a", "_", "-1", "\u{1F600}",
  ]
  private static let state: JSONValue = .object([
    ("object", .object(names.map { (name: $0, value: 1) })),
    ("array", .array((0..<1234).map { .number($0) })),
    ("empty", .array([])), ("leaf", 1),
  ])

  private func words(_ typed: String) -> [String] {
    PathCompletion(typed, in: Self.state, .max).words
  }

  /// Texts that look the same may have different bytes.
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// The words below a place in a spelling, of which all others are beginnings.
  private static let places = [
    "/object/", "object", "$.object", "/array/", "array[", "$.array[", "/", "", "$",
  ]

  @Test("each beginning of a word is completed to the words that begin so", arguments: places)
  func beginnings(place: String) {
    // Behind a place in the shorthand follow a dot or a bracket.
    let all =
      place.hasSuffix("object") ? words(place + ".") + words(place + "[") : words(place)
    #expect(Set(all.map(bytes)).count == all.count)
    #expect(!all.isEmpty)
    // The words that begin so, by beginning: in the bytes in which it was typed, as a line editor
    // replaces them.
    var fitting: [[UInt8]: Set<[UInt8]>] = [:]
    for word in all {
      let whole = bytes(word)
      for count in 0...whole.count {
        fitting[Array(whole.prefix(count)), default: []].insert(whole)
      }
    }
    // Whole scalars; many words begin with the same ones.
    let beginnings = Set(
      all.flatMap { word in
        word.unicodeScalars.indices.dropFirst(place.unicodeScalars.count + 1).map { end in
          bytes(String(word.unicodeScalars[..<end]))
        }
      })
    for beginning in beginnings {
      let typed = String(decoding: beginning, as: UTF8.self)
      #expect(Set(words(typed).map(bytes)) == fitting[beginning], "\(typed)")
    }
  }

  @Test("what separates commands was completed into a line that ran another one")
  func separators() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["top": ["a;;quit": 1, "b | c": 2, "it's": 3]])
    let sample = try SampleWorkspace(builder)
    for typed in ["/top/a", "/top/a;", "/top/b", "/top/it"] {
      let line = "print \(typed)"
      let found = sample.workspace.completionsOfLine(line, at: line.utf8.count)
      #expect(found.candidates.count == 1, "\(typed)")
      var whole = SampleWorkspace(workspace: sample.workspace)
      let completed = "print \(found.candidates.first ?? "")"
      #expect(try sample.workspace.commands(completed).count == 1, "\(completed)")
      let told = whole.told(completed)
      #expect(["1\n", "2\n", "3\n"].contains { told.hasSuffix($0) }, "\(completed)")
    }
  }

  @Test("elements come in the order of their indices")
  func order() {
    #expect(words("array[12") == ([12] + (120...129) + (1200...1233)).map { "array[\($0)]" })
    #expect(words("/array/0") == ["/array/0"])
    #expect(words("/array/01") == [])
    #expect(words("/array/1234") == [])
    #expect(words("array[99999999999999999999") == [])
    #expect(words("empty[") == [])
    #expect(words("leaf.") == [])
  }

  @Test("no more than the limit are made")
  func limit() {
    #expect(
      PathCompletion("/array/1", in: Self.state, 3).words == ["/array/1", "/array/10", "/array/11"])
  }
}
