import TestSupport
import Testing

@testable import SessionFormat

@Suite("Fingerprints of strangers")
struct FingerprintTests {
  static let refused = [
    "", "v1", "v2; state 00000000 Int", "v1; state 00000000", "v1; state 0 Int",
    "v1; state 00000000 Integer", "v1; state 00000000 Int; state 00000000 Int",
    "v1; action 00000000 Int", "v1; state 00000000 Int;", "v1; state 00000000 Int; @A",
    "v1; state 00000000 @A; @A Int; @A Int", "v1; state 00000000 'a", "v1; state 00000000 {a}",
    "v1; state 00000000 {a:Int", "v1; state 00000000 {*Int}", "v1; state 00000000 {*Int:Int",
    "v1; state 00000000 <a:Int,b:Int>", "v1; state 00000000 [Int:]",
    "v1; state 00000000 Int Int", "v1; state 00000000 Int\n", "v1; state 00000000 @'a\\",
    "v1; state 00000000 " + String(repeating: "[", count: 100_000),
    "v1; state 00000000 Int" + String(repeating: "?", count: 100_000),
    String(repeating: "v1; state 00000000 Int", count: 100_000),
  ]

  @Test("what is no fingerprint is none", arguments: refused)
  func refuses(text: String) {
    #expect(TypeFingerprint(text: text) == nil)
    #expect(TypeFingerprint(.string(text)) == nil)
  }

  static let values: [JSONValue] = [nil, 1, true, [], [:], ["v1; state 00000000 Int"]]

  @Test("nor is what is no text", arguments: values)
  func refuses(value: JSONValue) {
    #expect(TypeFingerprint(value) == nil)
  }

  static let kept = [
    "v1; state 00000000 Int", "v1; state 00000000 _; action 00000000 _",
    "v1; state 00000000 [(Int,String?)!]; action 00000000 a=@A; action 00000000 'b c'=@A; @A <>",
    "v1; state 00000000 {*:[@'\\'':Int]}; @'\\'' String('a|b'|c)",
    "v1; state 00000000 ()", "v1; state 00000000 {*Int:{*String(a|b):{*_:{*@A:Int}}}}; @A String",
    "v1; state 00000000 {a?:<b:{}>,'':Int}",
  ]

  @Test("what is one is written as it was read", arguments: kept)
  func keeps(text: String) throws {
    #expect(try #require(TypeFingerprint(text: text)).text == text)
  }

  @Test("types of themselves, and of more places than can be looked at, are compared in bounds")
  func bounds() throws {
    func types(_ leaf: String) throws -> TypeFingerprint {
      let levels = (0..<60).map { "; @L\($0) {a:@L\($0 + 1),b:@L\($0 + 1)}" }.joined()
      return try #require(
        TypeFingerprint(text: "v1; state 00000000 @L0\(levels); @L60 \(leaf)"))
    }
    let found = TypeComparison.differences(from: try types("Int"), to: try types("String"))
    #expect(found.count == TypeComparison.mostDifferences)
    #expect(found.allSatisfy { $0.path.count == 60 && $0.grade == .impossible })
    func loop(_ leaf: String) throws -> TypeFingerprint {
      try #require(
        TypeFingerprint(
          text: "v1; state 00000000 @A; action 00000000 @C; @A {a:@A,b:[@A],c:<d:@A>,e:\(leaf)}; "
            + "@C @D; @D @C"))
    }
    let differences = TypeComparison.differences(from: try loop("Int"), to: try loop("Bool"))
    #expect(
      differences.map(\.description) == [
        "state /e was Int, is Bool, also at /a/e and 2 more places",
        "action cannot be looked into",
      ])
  }

  @Test("a text that would be too long keeps its checksums")
  func long() throws {
    let fields = (0..<10_000).map { TypeShape.Field("member\($0)", .leaf("Int")) }
    let types = TypeFingerprint(state: .object(fields), actions: [(nil, .unknown)], types: [:])
    let read = try #require(TypeFingerprint(text: types.text))
    #expect(types.text.utf8.count < 100)
    #expect(read.state.hash == types.state.hash)
    #expect(read.state.shape == .unknown)
  }
}
