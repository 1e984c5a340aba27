import Foundation
import TestSupport
import Testing

@testable import SessionFormat

@Suite("A splice changes a part of a long string")
struct TextSpliceTests {
  private static let letters = ["a", "\"", "\n", "é", "한", "🙂", "e\u{301}"]

  private func text(_ count: Int, _ generator: inout SplitMix64) -> String {
    (0..<count).map { _ in Self.letters[Int.random(in: 0..<7, using: &generator)] }.joined()
  }

  @Test("what it makes of the old text is the new one", arguments: 0..<400 as Range<UInt64>)
  func law(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let old = text(Int.random(in: 0..<900, using: &generator), &generator)
    // An edit of characters, which may begin or end with bytes that the old ones have too.
    var scalars = Array(old.unicodeScalars)
    let from = Int.random(in: 0...scalars.count, using: &generator)
    let to = min(scalars.count, from + Int.random(in: 0..<40, using: &generator))
    let inserted = text(Int.random(in: 0..<30, using: &generator), &generator)
    scalars.replaceSubrange(from..<to, with: inserted.unicodeScalars)
    var new = ""
    new.unicodeScalars.append(contentsOf: scalars)
    let (before, after) = (old.utf8.count, new.utf8.count)
    guard let splice = TextSplice(from: old, to: new) else {
      #expect(min(before, after) < 1_024 || inserted.utf8.count + 64 > after / 4)
      return
    }
    #expect(min(before, after) >= 1_024)
    #expect(splice.inserted.utf8.count <= after / 4)
    let made = try #require(splice.applied(to: old))
    #expect(made.utf8.elementsEqual(new.utf8))
    let operation = JSONPatch.Operation.splice(JSONPointer(tokens: ["a"]), splice)
    let patch = JSONPatch([operation])
    #expect(try JSONPatch(patch.document) == patch)
    #expect(try patch.applied(to: ["a": .string(old)]) == ["a": .string(new)])
    #expect(
      JSONPatch(from: ["a": .string(old)], to: ["a": .string(new)], within: 9_999, splices: true)
        == patch)
    #expect(JSONWriter.bytes(of: patch.document).count == patch.textSize)
  }

  @Test("it fits between characters only, and nowhere beyond the end")
  func borders() {
    let string = "aé🙂"
    let borders: Set = [0, 1, 3, 7]
    for at in -1...8 {
      for removed in -1...8 {
        let made = TextSplice(at: at, removed: removed, inserted: "ß").applied(to: string)
        guard borders.contains(at), removed >= 0, borders.contains(at + removed) else {
          #expect(made == nil)
          continue
        }
        let bytes = Array(string.utf8)
        let expected = bytes[..<at] + Array("ß".utf8) + bytes[(at + removed)...]
        #expect(made.map { Array($0.utf8) } == Array(expected))
      }
    }
    #expect(TextSplice(at: 1, removed: .max, inserted: "").applied(to: string) == nil)
    #expect(TextSplice(at: .max, removed: 1, inserted: "").applied(to: string) == nil)
  }

  @Test(
    "what is wrong with one is said",
    arguments: [
      (#"{"op":"splice","path":"/a","at":1,"del":0}"#, "operation 0: has no valid ins"),
      (#"{"op":"splice","path":"/a","at":-1,"del":0,"ins":""}"#, "operation 0: has no valid at"),
      (#"{"op":"splice","path":"/a","at":0,"del":0.5,"ins":""}"#, "operation 0: has no valid del"),
      (#"{"op":"splice","path":"/a","at":0,"del":1e99,"ins":""}"#, "operation 0: has no valid del"),
      (
        #"{"op":"splice","path":"/b","at":0,"del":0,"ins":""}"#,
        #"operation 0 at "/b": the value there is no string"#
      ),
      (
        #"{"op":"splice","path":"/c","at":0,"del":0,"ins":""}"#,
        #"operation 0 at "/c": the document has no such place"#
      ),
      (
        #"{"op":"splice","path":"/a","at":1,"del":1,"ins":""}"#,
        #"operation 0 at "/a": the string has no 1 bytes of whole characters at byte 1"#
      ),
    ])
  func faults(_ operation: String, _ words: String) throws {
    let document = try JSONParser().parse(Array("[\(operation)]".utf8))
    let error = #expect(throws: JSONPatchError.self) {
      try JSONPatch(document).applied(to: ["a": "é", "b": 1])
    }
    #expect(error?.description == words)
  }

  @Test("a patch that splices more than a document may hold is refused")
  func multiplied() throws {
    let long = JSONValue.string(String(repeating: "x", count: 1_000))
    let splice = JSONPatch.Operation.splice(.root, TextSplice(at: 0, removed: 1, inserted: "y"))
    let limits = JSONPatch.Limits(textSize: 5_100)
    #expect(throws: Never.self) {
      try JSONPatch(Array(repeating: splice, count: 5)).applied(to: long, limits: limits)
    }
    #expect(throws: JSONPatchError.self) {
      try JSONPatch(Array(repeating: splice, count: 6)).applied(to: long, limits: limits)
    }
  }

  @Test("a walk in lockstep, a followed text and two documents give the same splice")
  func ways() throws {
    struct Note: Codable { var title: String, text: String?, lines: [String] }
    let long = String(repeating: "wörd\n", count: 400)
    let old = Note(title: "a", text: long, lines: [long, "b"])
    var new = old
    new.text = long.replacingOccurrences(of: "wörd\nwörd\nw", with: "x", upTo: 1)
    new.lines[0] += "end"
    let walk = LockstepWalk()
    let found = withUnsafePointer(to: old) { old in
      withUnsafePointer(to: new) {
        walk.patch(from: old, to: $0, within: 999, removing: 999, visiting: 99, splices: true)
      }
    }
    let bytes = (try ValueEncoder().bytes(of: old).bytes, try ValueEncoder().bytes(of: new).bytes)
    let (before, after) = (try JSONParser().parse(bytes.0), try JSONParser().parse(bytes.1))
    let patch = try #require(JSONPatch(from: before, to: after, within: 999, splices: true))
    #expect(patch.operations.count == 2)
    #expect(patch.hasSplice)
    let text = try #require(found).text
    #expect(try JSONPatch(JSONParser().parse(text)) == patch)
    let (line, other) = (LineText(), LineText())
    let followed = try #require(before.followed(by: bytes.1))
    #expect(line.add("patch", patchTo: followed, splices: true, upTo: 999) != nil)
    #expect(other.add("patch", patch, upTo: 999) != nil)
    #expect(Array(line.bytes) == Array(other.bytes))
    #expect(Array(line.bytes) == Array(",\"patch\":".utf8) + text)
    #expect(try patch.applied(to: before) == after)
  }
}

extension String {
  /// The text with the first occurrence of another one replaced.
  fileprivate func replacingOccurrences(of old: String, with new: String, upTo: Int) -> String {
    guard let place = range(of: old) else { return self }
    return replacingCharacters(in: place, with: new)
  }
}
