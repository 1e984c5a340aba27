import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("Cuts that are found by the texts that stand for them")
struct SearchedCutsTests {
  /// The document with such texts in place of some others.
  private func withTexts(_ value: JSONValue) -> JSONValue {
    if let array = value.array { return .array(array.map(withTexts)) }
    if let object = value.object {
      return .object(object.map { ($0.name == "b" ? "…" : $0.name, withTexts($0.value)) })
    }
    switch value.string {
    case "": return "… 3 more"
    case "a": return "2 more"
    case "é": return "nested deeper than 9 levels"
    default: return value
    }
  }

  private func states(seed: UInt64) -> [JSONValue] {
    var documents = RandomDocuments(seed: seed)
    var random = SplitMix64(seed: seed)
    var states = [JSONValue.object([("s", documents.document(depth: 4)), ("n", 0)])]
    for n in 1...40 {
      // Mostly what is changed is far from any of them.
      if Bool.random(using: &random), let object = states[n - 1].object {
        states.append(object.setting("n", to: .number(n)))
      } else {
        states.append(documents.edited(states[n - 1], edits: Int.random(in: 1...2, using: &random)))
      }
    }
    return states.map(withTexts)
  }

  @Test(
    "of each state those of the one before were looked for again",
    arguments: 0..<60 as Range<UInt64>)
  func law(seed: UInt64) throws {
    let states = states(seed: seed)
    var lines: [SessionLine] = [
      .session(SessionHeader(id: "s", started: "2026-01-02T03:04:05Z", store: "cut"))
    ]
    var first = StateLine(n: 0, content: .whole(states[0]))
    first.opaque = [""]
    lines.append(.state(first))
    for n in 1..<states.count {
      lines.append(.action(ActionLine(n: n, t: n, type: "a", action: 0)))
      let patch = JSONPatch(from: states[n - 1], to: states[n])
      lines.append(.state(StateLine(n: n, content: .patch(patch))))
    }
    let bytes = lines.flatMap { LineCoding.bytes(of: $0.document) }
    let session = try Session(bytes: Data(bytes), file: "cut.ndjson")
    for n in states.indices {
      let state = try session.state(n)
      let found = CutPlaces(searching: [.root], in: state)
      let known = try session.cuts(n)
      #expect(Set(known.places) == Set(found.places), "state \(n): \(state)")
      #expect(known.amount == found.amount, "state \(n): \(state)")
    }
  }

  @Test(
    "each of 20,000 texts that stand for cuts was a place of its own, at each step anew",
    arguments: [-1, 0, 1, 19_000])
  func many(beyond: Int) throws {
    let count = CutPlaces.mostFound + beyond
    let rows = JSONValue.array(
      (0..<count).map { ["n": .number($0), "rest": "nested deeper than 9 levels"] })
    let state: JSONValue = ["rows": rows, "other": 1]
    let cuts = CutPlaces(searching: [JSONPointer(tokens: ["rows"])], in: state)
    #expect(cuts.places.count == (beyond <= 0 ? count : 1))
    #expect(cuts.leftOut == (beyond <= 0 ? count : CutPlaces.mostFound + 1))
    #expect(
      cuts.knowledge(of: JSONPointer(tokens: ["rows", "0", "n"]), in: state)
        == (beyond <= 0 ? .known : .unknown))
    #expect(cuts.knowledge(of: JSONPointer(tokens: ["rows", "0", "rest"]), in: state) == .unknown)
    #expect(cuts.knowledge(of: JSONPointer(tokens: []), in: state) == .partly)
    #expect(cuts.knowledge(of: JSONPointer(tokens: ["other"]), in: state) == .known)
  }
}
