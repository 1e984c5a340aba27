import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import Inspector

@Suite("What is said of values that were nested too deep at times is so in the whole session")
struct DepthCutLawTests {
  /// The same random steps, whole and with texts in place of some values.
  private struct Pair {
    let cut: Timeline
    let whole: Timeline

    init(seed: UInt64) throws {
      var random = SplitMix64(seed: seed)
      var state = Pair.value(depth: 3, &random)
      var (cut, whole) = ([Pair.header], [Pair.header])
      func tell(_ line: String, _ random: inout SplitMix64) {
        let (shown, places) = Pair.cut(state, at: .root, &random)
        let names = places.map { JSONValue.string($0.description) }
        whole.append(line + "\"state\":\(state)}")
        cut.append(
          line + "\"state\":\(shown),\"opaque\":[\"\"],\"cut\":\(JSONValue.array(names))}")
      }
      tell(#"{"kind":"state","n":0,"#, &random)
      for n in 1...8 {
        if Int.random(in: 0..<3, using: &random) == 0 {
          state = Pair.changed(state, &random)
          tell("{\"kind\":\"outside\",\"n\":\(n - 1),\"t\":\(n * 1000 - 1),", &random)
        }
        let action =
          "{\"kind\":\"action\",\"n\":\(n),\"t\":\(n * 1000),\"type\":\"go\",\"action\":{}}"
        cut.append(action)
        whole.append(action)
        state = Pair.changed(state, &random)
        tell("{\"kind\":\"state\",\"n\":\(n),", &random)
      }
      func timeline(_ lines: [String]) throws -> Timeline {
        let text = lines.joined(separator: "\n") + "\n"
        return Timeline(try Session(bytes: Data(text.utf8), file: "depth.ndjson"))
      }
      (self.cut, self.whole) = (try timeline(cut), try timeline(whole))
    }

    private static let header =
      #"{"kind":"session","format":"hindsight-session","version":1,"#
      + #""id":"6f9619ff-8b86-4d01-b42d-00c04fc964ff","started":"2026-01-02T03:04:05Z","#
      + #""store":"deep"}"#

    private static func value(depth: Int, _ random: inout SplitMix64) -> JSONValue {
      guard depth > 0 else { return .number(Int.random(in: 0..<3, using: &random)) }
      return .object(
        ["a", "b", "c"].filter { _ in Bool.random(using: &random) }.map {
          ($0, value(depth: depth - 1, &random))
        })
    }

    /// The state with some of its values made anew, which may be what they were.
    private static func changed(_ state: JSONValue, _ random: inout SplitMix64) -> JSONValue {
      guard let members = state.object else { return value(depth: 0, &random) }
      if members.isEmpty || Int.random(in: 0..<6, using: &random) == 0 {
        return value(depth: state.height + 1, &random)
      }
      return .object(
        members.map {
          ($0.name, Bool.random(using: &random) ? $0.value : changed($0.value, &random))
        })
    }

    private static func cut(
      _ state: JSONValue, at path: JSONPointer, _ random: inout SplitMix64
    ) -> (JSONValue, [JSONPointer]) {
      guard let members = state.object else { return (state, []) }
      if !path.isRoot, Int.random(in: 0..<5, using: &random) == 0 {
        return ("nested deeper than 64 levels", [path])
      }
      var (shown, places): ([(String, JSONValue)], [JSONPointer]) = ([], [])
      for (name, value) in members {
        let (part, below) = cut(value, at: path.appending(name), &random)
        shown.append((name, part))
        places += below
      }
      return (.object(shown), places)
    }
  }

  @Test(
    "blame named an action as the author of a value that a depth cut had hidden",
    arguments: UInt64(0)..<40)
  func blame(seed: UInt64) throws {
    let pair = try Pair(seed: seed)
    let n = pair.whole.last
    var (scan, other) = (BlameScan(pair.cut), BlameScan(pair.whole))
    let whole = try #require(try other.leaves(of: .root, in: n))
    let real = Dictionary(uniqueKeysWithValues: whole.map { ($0.path, $0.origin) })
    for leaf in try #require(try scan.leaves(of: .root, in: n)) where !leaf.isCut {
      let place: Comment = "\(leaf.path), seed \(seed): \(leaf.origin)"
      let known = try #require(real[leaf.path], place)
      if case .unrecorded(let step) = leaf.origin {
        #expect(Cause(origin: known, old: nil, new: nil).n ?? 0 <= step, place)
      } else {
        #expect(leaf.origin == known, place)
      }
    }
  }

  @Test("why names the step of the whole session, or a stretch up to it", arguments: UInt64(0)..<40)
  func why(seed: UInt64) throws {
    let pair = try Pair(seed: seed)
    let n = pair.whole.last
    let (state, cuts) = (try pair.cut.state(n), try pair.cut.cuts(n))
    var scan = BlameScan(pair.whole)
    for leaf in try #require(try scan.leaves(of: .root, in: n))
    where cuts.knowledge(of: leaf.path, in: state) == .known {
      let place: Comment = "\(leaf.path), seed \(seed)"
      let seen = try CauseScan(pair.cut, path: leaf.path).last(upTo: n)
      let real = try CauseScan(pair.whole, path: leaf.path).last(upTo: n)
      if case .unrecorded(let step)? = seen?.origin {
        #expect(real?.n ?? 0 <= step, place)
      } else {
        #expect(seen?.origin == real?.origin, place)
      }
    }
  }

  @Test(
    "why called a value that was cut before, and is not any more, so from the beginning",
    arguments: [
      (#"[1,2,"… 5 more"]"#, "/r/2", "[1,2,3,4]"),
      (#"{"k":1,"…":"3 more"}"#, "/r/…", #"{"j":2,"k":1}"#),
      (#"{"k":"nested deeper than 64 levels"}"#, "/r/k", #"{"k":{"a":1}}"#),
    ])
  func cutBefore(old: String, place: String, new: String) throws {
    let lines = [
      #"{"kind":"session","format":"hindsight-session","version":1,"id":"6f9619ff-8b86-4d01-b42d-00c04fc964ff","started":"2026-01-02T03:04:05Z","store":"s"}"#,
      #"{"kind":"state","n":0,"state":{"r":\#(old)},"opaque":["/r"],"cut":["\#(place)"]}"#,
      #"{"kind":"action","n":1,"t":1000,"type":"a","action":{}}"#,
      #"{"kind":"state","n":1,"state":{"r":\#(old)},"opaque":["/r"],"cut":["\#(place)"]}"#,
      #"{"kind":"action","n":2,"t":2000,"type":"a","action":{}}"#,
      #"{"kind":"state","n":2,"state":{"r":\#(new)},"opaque":["/r"]}"#,
      #"{"kind":"action","n":3,"t":3000,"type":"a","action":{}}"#,
      #"{"kind":"state","n":3,"state":{"r":\#(new)},"opaque":["/r"]}"#,
      #"{"kind":"end","n":3,"t":9000}"#,
    ]
    let text = lines.joined(separator: "\n") + "\n"
    let timeline = Timeline(try Session(bytes: Data(text.utf8), file: "why.ndjson"))
    let path = JSONPointer(tokens: ["r"])
    let cause = try #require(try CauseScan(timeline, path: path).last(upTo: 3))
    #expect(cause.origin == .unrecorded(before: 2))
    #expect(cause.isOldUnknown)
    #expect(try cause.new == JSONValue(parsing: new))
    // Where it is still cut it is so from the beginning, as far as it is seen.
    #expect(try CauseScan(timeline, path: path).last(upTo: 1)?.origin == .beginning(of: 0))
  }
}
