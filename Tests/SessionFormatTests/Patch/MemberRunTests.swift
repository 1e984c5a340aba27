import TestSupport
import Testing

@testable import SessionFormat

@Suite("Many changes of one object, made at once")
struct MemberRunTests {
  /// Names of which some come again and again.
  private static func patch(
    _ generator: inout SplitMix64, count: Int, at parent: [String]
  ) -> JSONPatch {
    JSONPatch(
      (0..<count).map { n in
        let name = ["é", "e\u{301}", "~/", "k\(Int.random(in: 0..<count / 2, using: &generator))"]
          .randomElement(using: &generator)
        let path = JSONPointer(tokens: parent + [name ?? ""])
        return switch Int.random(in: 0..<8, using: &generator) {
        case 0: .remove(path)
        case 1: .replace(path, .number(n))
        case 2: .add(path, [.number(n), ["x": .string("y")]])
        default: .add(path, .number(n))
        }
      })
  }

  /// What each operation by itself comes to, up to the first that cannot be made.
  private static func oneByOne(
    _ patch: JSONPatch, _ document: JSONValue
  ) -> (value: JSONValue, applied: Int) {
    var (value, applied) = (document, 0)
    for operation in patch.operations {
      guard let next = try? JSONPatch([operation]).applied(to: value) else { break }
      (value, applied) = (next, applied + 1)
    }
    return (value, applied)
  }

  @Test(
    "come to what they come to one by one, member order included",
    arguments: 0..<40 as Range<UInt64>)
  func law(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    for parent in [[], ["a"], ["a", "0"]] as [[String]] {
      var document: JSONValue = .object((0..<Int(seed)).map { ("k\($0)", .number($0)) })
      for token in parent.reversed() {
        document = token == "0" ? [document] : ["z": 1, "a": document]
      }
      let wanted = Self.patch(&generator, count: 200, at: parent)
      let (expected, applied) = Self.oneByOne(wanted, document)
      let sound = JSONPatch(Array(wanted.operations.prefix(applied)))
      let made = try sound.applied(to: document)
      #expect(made.description == expected.description)
      #expect(made.textSize == expected.textSize)
      #expect(made.height == expected.height)
      guard applied < wanted.operations.count else { continue }
      let error = #expect(throws: JSONPatchError.self) { try wanted.applied(to: document) }
      #expect(error?.operation == applied)
    }
  }

  @Test("a run in which one operation fails names that operation, and changes nothing")
  func failure() {
    var operations = (0..<100).map { n -> JSONPatch.Operation in
      .add(JSONPointer(tokens: ["k\(n)"]), .number(n))
    }
    operations[70] = .remove(JSONPointer(tokens: ["none"]))
    let error = #expect(throws: JSONPatchError.self) {
      try JSONPatch(operations).applied(to: [:] as JSONValue)
    }
    #expect(error?.operation == 70)
    #expect(error?.reason == .noSuchPlace)
  }

  @Test("no operation of a run passes a limit")
  func limits() {
    let operations = (0..<100).map { n -> JSONPatch.Operation in
      .add(JSONPointer(tokens: ["k\(n)"]), .string(String(repeating: "x", count: 100)))
    }
    let size = #expect(throws: JSONPatchError.self) {
      try JSONPatch(operations).applied(
        to: [:] as JSONValue, limits: JSONPatch.Limits(textSize: 5000))
    }
    #expect(size?.reason == .tooLarge(limit: 5000))
    #expect(size?.operation == 45)
    let deep = (0..<100).map { n -> JSONPatch.Operation in
      .add(JSONPointer(tokens: ["k\(n)"]), n == 50 ? [[[1]]] : 1)
    }
    let depth = #expect(throws: JSONPatchError.self) {
      try JSONPatch(deep).applied(to: [:] as JSONValue, limits: JSONPatch.Limits(depth: 3))
    }
    #expect(depth?.operation == 50)
    #expect(depth?.reason == .tooDeep(limit: 3))
  }
}
