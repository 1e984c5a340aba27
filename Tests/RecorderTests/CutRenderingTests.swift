import Foundation
import SessionFormat
import Testing

@testable import Recorder

@Suite("What a rendering leaves out")
struct CutRenderingTests {
  private struct Row { let id: Int }
  private struct Model {
    let rows: [Row]
    let names: Set<String>
    let byKey: [String: Row]
    let last = true
  }

  private func cuts(_ value: Any, _ limit: Int) -> (shown: JSONValue, places: [String], Int) {
    var renderings = Renderings()
    renderings.nodeLimit = limit
    let shown = MirrorRendering.shown(unencodable: value, renderings)
    return (shown.value, shown.cuts.map(\.description), shown.leftOut)
  }

  @Test("each place is named, with how much is left out there")
  func places() {
    let model = Model(
      rows: (0..<3).map { Row(id: $0) }, names: ["a", "b"], byKey: ["x": Row(id: 9)])
    let expected: [Int: (String, [String], Int)] = [
      1: (#"{"…":"4 more"}"#, ["/…"], 4),
      4: (#"{"rows":[{"id":0},"… 2 more"],"…":"3 more"}"#, ["/rows/1", "/…"], 5),
      8: (
        #"{"rows":[{"id":0},{"id":1},{"id":2}],"…":"3 more"}"#, ["/…"], 3
      ),
      9: (
        #"{"rows":[{"id":0},{"id":1},{"id":2}],"names":["a","b"],"…":"2 more"}"#, ["/…"], 2
      ),
      20: (
        #"{"rows":[{"id":0},{"id":1},{"id":2}],"names":["a","b"],"byKey":{"x":{"id":9}},"last":true}"#,
        [], 0
      ),
    ]
    for (limit, (text, places, leftOut)) in expected {
      let found = cuts(model, limit)
      #expect(found.shown.description == text, "\(limit)")
      #expect(found.places == places, "\(limit)")
      #expect(found.2 == leftOut, "\(limit)")
    }
  }

  @Test("every place stands in what is shown; nothing is left out where no place is named")
  func law() {
    let model = Model(
      rows: (0..<5).map { Row(id: $0) }, names: ["a", "b", "c"],
      byKey: ["x": Row(id: 1), "y": Row(id: 2)])
    let whole = cuts(model, 1_000).shown
    for limit in 1...60 {
      let found = cuts(model, limit)
      #expect(found.places.isEmpty == (found.shown == whole), "\(limit)")
      #expect(found.places.isEmpty == (found.2 == 0), "\(limit)")
      for place in found.places {
        #expect((try? JSONPointer(place))?.value(in: found.shown) != nil, "\(place) at \(limit)")
      }
    }
  }

  @Test("a set of which one element is cut is cut as a whole, as its order may be another")
  func sets() {
    struct Deep: Hashable { let name: String, words: [String] }
    struct Holder { let all: Set<Deep> }
    let holder = Holder(all: [
      Deep(name: "b", words: ["x", "y", "z"]), Deep(name: "a", words: ["q", "r"]),
    ])
    #expect(cuts(holder, 5).places == ["/all"])
    #expect(cuts(holder, 100).places == [])
  }

  @Test("what lies too deep is a place too")
  func deep() {
    final class Link { var next: Link? }
    let first = Link()
    var last = first
    for _ in 0..<100 {
      let next = Link()
      last.next = next
      last = next
    }
    let found = cuts(first, 2_500)
    #expect(found.places.count == 1 && found.2 == 1)
    #expect(found.places[0] == String(repeating: "/next", count: Renderings().depthLimit))
  }

  @Test("a state of more values than the limit says where, on each of its lines")
  func lines() throws {
    final class Feed {
      var rows: [Int] = Array(0..<20)
      var isLoading = true
    }
    let sink = CollectingSink()
    let told = Gathered<RecorderError>()
    var options = RecorderOptions(onError: { told.append($0) })
    options.renderings.nodeLimit = 10
    let recorder = SessionRecorder(sink: sink, store: "test", options: options)
    var feed = Feed()
    for count in [30, 4, 25] {
      recorder.step(Row(id: 1), into: &feed) { $0.rows = Array(0..<count) }
    }
    let states = try sink.sessionLines.compactMap { line -> StateLine? in
      if case .state(let line) = line { line } else { nil }
    }
    #expect(states.map(\.cut) == [nil, ["/…"], nil, ["/…"]])
    let shortened = told.all.filter { if case .cutRendering = $0 { true } else { false } }
    #expect(shortened == [.cutRendering(type: "Feed", leftOut: 1, limits: [.values(10)])])
  }
}
