import SessionFormat
import TestTraits
import Testing

@testable import Recorder

@Suite("States and actions that are not Encodable", .alsoByPublicAPI)
struct RenderedStateTests {
  @Test(
    "a state that is not Encodable is recorded by reflection, opaque, as it was before each step")
  func renderedState() throws {
    final class Model {
      var items: [Any] = ["a fairly long text, so that a patch pays"]
      var count = 0
    }
    let session = Recorded()
    let (recorder, sink) = (session.recorder, session.sink)
    var state = Model()
    for _ in 0..<2 { recorder.step(CounterAction.clear, into: &state) { $0.count += 1 } }
    let states = try sink.sessionLines.compactMap { line -> StateLine? in
      if case .state(let line) = line { line } else { nil }
    }
    let count = try JSONPointer("/count")
    #expect(
      states.map(\.content) == [
        .whole(["items": ["a fairly long text, so that a patch pays"], "count": 0]),
        .patch(JSONPatch([.replace(count, 1)])),
        .patch(JSONPatch([.replace(count, 2)])),
      ])
    #expect(states.map(\.opaque) == [[""], nil, nil])
    #expect(session.troubles == [.cannotEncode(type: "Model", reason: Snapshot.notEncodable)])
  }

  private struct Bound: @MainActor Codable { var count = 1 }

  @Test(
    "a coding that belongs to the main actor is told with its remedy where the step runs elsewhere")
  func tellsBoundCoding() async throws {
    let session = Recorded()
    let bound = Bound()
    var state = bound
    session.recorder.step(CounterAction.clear, into: &state) { _ in }
    #expect(
      session.troubles.map(\.description) == [
        #""Bound" does not encode and is recorded as opaque: the type is not Encodable, or its "#
          + "conformance belongs to an actor that this did not run on: declare the type "
          + "`nonisolated`"
      ])
    await MainActor.run {
      let session = Recorded()
      var state = bound
      session.recorder.step(CounterAction.clear, into: &state) { _ in }
      #expect(session.troubles.isEmpty)
    }
  }

  @Test("a recorder that an action or a state can reach is a name, and shows no secret of its own")
  func showsNoRecorder() throws {
    struct Account: Codable { var password = "hunter2" }
    final class Store {
      var account = Account()
      var recorder: SessionRecorder?
    }
    struct Thunk { let store: Store }
    let sink = CollectingSink()
    var options = RecorderOptions()
    options.redactions = .defaults
    let recorder = SessionRecorder(sink: sink, store: "test", options: options)
    let store = Store()
    store.recorder = recorder
    for _ in 0..<2 {
      recorder.step(Thunk(store: store), into: &store.account) { _ in }
      _ = recorder.step(CounterAction.clear, store) { store }
    }
    let hidden = try #require(
      try sink.sessionLines.map(\.document).compactMap { $0["state"]?["password"] }.first)
    #expect(hidden != "hunter2")
    let shown: JSONValue = ["account": ["password": hidden], "recorder": "SessionRecorder"]
    let lines = try sink.sessionLines.map(\.document)
    #expect(
      lines.compactMap { $0["action"]?["store"] } == [shown, shown])
    #expect(lines.compactMap { $0["state"] }.filter { $0["recorder"] != nil } == [shown, shown])
    #expect(try !sink.texts.contains { $0.contains("hunter2") })
  }

  @Test("what an actor guards is not read: it is a name, unless the app has a rule for it")
  func readsNoActor() throws {
    actor Service {
      nonisolated let id = 7
      var cache = ["a": 1]
    }
    struct Thunk { let service: Service }
    let session = Recorded()
    session.recorder.observe(Thunk(service: Service()), from: Counter(), to: Counter())
    #expect(
      try session.texts[1]
        == #"{"kind":"action","n":1,"t":1,"type":"Thunk","action":{"service":"Service"},"opaque":true}"#
    )
    var renderings = Renderings()
    renderings.add(Service.self) { $0.id }
    #expect(
      MirrorRendering.render(unencodable: Thunk(service: Service()), renderings) == ["service": 7])
  }

  @Test("rules of the app reach states and actions")
  func renderings() throws {
    struct Tint { let bits: UInt32 }
    struct Paint { let tint = Tint(bits: 255) }
    let sink = CollectingSink()
    var options = RecorderOptions()
    options.renderings.add(Tint.self) { "#" + String($0.bits, radix: 16) }
    let recorder = SessionRecorder(sink: sink, store: "test", options: options)
    _ = recorder.step(Paint(), Paint()) { Paint() }
    let lines = try sink.sessionLines.map(\.document)
    #expect(lines[1]["state"] == ["tint": "#ff"])
    #expect(lines[2]["action"] == ["tint": "#ff"])
  }

  @Test("an enum that does not encode is called by its cases, whatever it says of itself")
  func names() throws {
    enum Search {
      case talked(Talker)
      case loaded(Result<Int, any Error>)
      case closed(() -> Void)
    }
    let session = Recorded()
    let (recorder, sink) = (session.recorder, session.sink)
    let actions: [Any] = [
      Talker.quiet, Search.talked(.quiet), Search.talked(.loud(1)), Search.loaded(.success(1)),
      Search.closed({}),
    ]
    for action in actions { _ = recorder.step(action, 0) { 0 } }
    let types = try sink.sessionLines.compactMap { line -> String? in
      if case .action(let action) = line { action.type } else { nil }
    }
    // Only the runtime knows it in spite of the type.
    let name = PrivateLayout.isUsed ? "quiet" : "I am a talker"
    #expect(types == [name, "talked.\(name)", "talked.loud", "loaded.success", "closed"])
  }

  @Test("what cannot be encoded was told anew for each value, and each key of a dictionary")
  func toldOnce() {
    struct Asked: Encodable {
      let id: Int
      func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
          self, EncodingError.Context(codingPath: [], debugDescription: "it holds a closure"))
      }
    }
    struct Failed: Error, CustomStringConvertible {
      let id: Int
      var description: String { "no \(id)" }
    }
    struct Failing: Encodable {
      let id: Int
      func encode(to encoder: any Encoder) throws { throw Failed(id: id) }
    }
    struct Lossy: Codable {
      var v = 1.5
      init() {}
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        v = try container.decode(Double.self, forKey: .v).rounded()
      }
    }
    struct Lossies: Codable { var map: [String: Lossy] = [:] }
    let session = Recorded()
    for id in 0..<5 { _ = session.recorder.step(Asked(id: id), 0) { 0 } }
    for id in 0..<5 { _ = session.recorder.step(Failing(id: id), 0) { 0 } }
    #expect(session.troubles.count == 2)
    var lossies = Lossies()
    for key in 0..<9 { lossies.map["key \(key)"] = Lossy() }
    #expect(
      RoundTripCheck.faults(of: lossies, Snapshot.of(lossies).text).map(\.path)
        == ["/map/*/v"])
  }

  @Test("a state that is whole was called cut, as a text of it reads like what stands for a cut")
  func looksCut() throws {
    struct Model { var lines = ["a", "… 51 more"] }
    let session = Recorded()
    let model = Model()
    for _ in 0..<2 { _ = session.recorder.step(CounterAction.clear, model) { model } }
    let cuts = try session.sink.sessionLines.compactMap { line in
      if case .state(let line) = line { line.cut } else { nil }
    }
    #expect(cuts == [[], [], []])
    #expect(Snapshot.of([1, 2]).cutMember == nil && Snapshot.of({}).cutMember == nil)
  }

  @Test("what a reducer throws is written without the addresses of private types")
  func thrown() throws {
    struct Place { let line = 1 }
    struct Failed: Error { let place = Place() }
    #expect(String(describing: Failed()).contains("$"), "the test has nothing to clean otherwise")
    let recorded = Recorded()
    var state = Counter()
    #expect(throws: Failed.self) {
      try recorded.recorder.step(CounterAction.clear, into: &state) { _ in throw Failed() }
    }
    guard case .state(let line) = try recorded.sink.sessionLines.last else {
      Issue.record("no state")
      return
    }
    #expect(line.threw == "Failed(place: RecorderTests.RenderedStateTests.Place(line: 1))")
  }
}
