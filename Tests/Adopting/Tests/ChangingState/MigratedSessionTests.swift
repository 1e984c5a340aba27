import Commands
import Foundation
import Inspector
import RecorderHost
import SessionFormat
import Testing

@Suite("Sessions that were recorded with other types")
struct MigratedSessionTests {
  enum Step: Codable, Sendable { case add(Int), clear }
  enum NewStep: Codable, Sendable { case insert(Int), clear }

  struct Then: Codable, Sendable { var count = 0 }
  struct WithNote: Codable, Sendable {
    var count = 0
    var note: String?
  }
  struct WithStep: Codable, Sendable {
    var count = 0
    var step: Int
  }
  struct WithDefault: Codable, Sendable {
    var count = 0
    var step = 1
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      count = try container.decode(Int.self, forKey: .count)
      step = try container.decodeIfPresent(Int.self, forKey: .step) ?? 1
    }
  }
  struct Total: Codable, Sendable { var total = 0 }
  struct Sum: Codable, Sendable { var sum = 0 }
  /// It loses the odd numbers.
  struct Lossy: Codable, Sendable {
    var count = 0
    var note: String?
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      count = try container.decode(Int.self, forKey: .count) / 2 * 2
      note = try container.decodeIfPresent(String.self, forKey: .note)
    }
  }

  private func session(version: String? = nil) throws -> ChangedStore {
    try ChangedStore(Then(), [Step.add(2), .clear, .add(3)], version: version) { state, action in
      switch action {
      case .add(let count): state.count += count
      case .clear: state.count = 0
      }
    }
  }

  private func host<State: Codable>(
    _ type: State.Type, _ count: WritableKeyPath<State, Int>
  ) -> ReducerHost<State, Step> {
    ReducerHost(store: "store", codec: .codable) { state, action in
      switch action {
      case .add(let more): state[keyPath: count] += more
      case .clear: state[keyPath: count] = 0
      }
    }
  }

  @Test("one that may be missing costs nothing")
  func optional() throws {
    let session = try session()
    defer { session.remove() }
    #expect(
      session.verify(host(WithNote.self, \.count)) == [
        "✓ reproduces  S  3 of 3 actions equal",
        "  types     1 difference that every value survives",
      ])
  }

  @Test("a default of the type's own is told where it is read")
  func defaulted() throws {
    let session = try session()
    defer { session.remove() }
    #expect(
      session.verify(host(WithDefault.self, \.count)) == [
        "✓ reproduces  S  3 of 3 actions equal, migrated",
        "  types     1 difference that every value survives",
        "  read as   4 recorded states with other values at /step",
      ])
  }

  @Test("one that is required is told with path and grade, and filled by a default of the host")
  func required() throws {
    let session = try session(version: "1.0")
    defer { session.remove() }
    var host = host(WithStep.self, \.count)
    #expect(
      session.verify(host) == [
        "trouble: the host of this process refused 0: undecodable-state: state 0: the member \"step\" "
          + "is missing; the types differ: state /step is new and required (impossible) "
          + "(recorded state c70b1e7a, of version 1.0)"
      ])
    host.fill(.state, "/step", with: 1)
    #expect(
      session.verify(host) == [
        "✓ reproduces  S  3 of 3 actions equal, migrated",
        "  types     impossible: state /step is new and required",
        "  migrated  default /step  4 states",
        "  read as   4 recorded states with other values at /step",
      ])
  }

  @Test("a reducer that changed is found in a migrated session too")
  func diverges() throws {
    let session = try session()
    defer { session.remove() }
    var host = ReducerHost<WithStep, Step>(store: "store", codec: .codable) { state, action in
      if case .add(let more) = action { state.count += more }
    }
    host.fill(.state, "/step", with: 1)
    #expect(
      session.verify(host) == [
        "✗ DIVERGES  S  at 2/3 clear  1 of 3 actions equal, migrated",
        "  types     impossible: state /step is new and required",
        "  migrated  default /step  3 states",
        "  read as   3 recorded states with other values at /step", "  place     count",
        "  recorded  0", "  replayed  2",
        "  prompt    goto 2 · compare replay · verify --steps · verify --ignore '$.count'",
      ])
  }

  @Test("a place that no change of types explains is compared as it was written")
  func lossy() throws {
    let session = try session()
    defer { session.remove() }
    #expect(
      session.verify(host(Lossy.self, \.count)) == [
        "✓ reproduces  S  3 of 3 actions equal",
        "  types     1 difference that every value survives",
      ])
    let odd = try ChangedStore(Then(count: 3), [Step.clear]) { state, _ in state.count = 0 }
    defer { odd.remove() }
    #expect(
      odd.verify(host(Lossy.self, \.count)) == [
        "✗ DIVERGES  S  at the first state, 0  0 of 1 action equal",
        "  types     1 difference that every value survives", "  place     count", "  recorded  3",
        "  replayed  2",
        "  prompt    goto 0 · compare replay · verify --steps · verify --ignore '$.count'",
      ])
  }

  @Test("a session goes through all versions after its own", arguments: ["1.0", "2.0", "3.0"])
  func chain(version: String) throws {
    let session: ChangedStore
    switch version {
    case "1.0": session = try self.session(version: version)
    case "2.0":
      session = try ChangedStore(Total(), [Step.add(2)], version: version) { state, action in
        if case .add(let more) = action { state.total += more }
      }
    default:
      session = try ChangedStore(Sum(), [Step.add(2)], version: version) { state, action in
        if case .add(let more) = action { state.sum += more }
      }
    }
    defer { session.remove() }
    var host = host(Sum.self, \.sum)
    host.migrate(.state, from: "1.0") { try $0.move("/count", to: "/total") }
    host.migrate(.state, from: "2.0") { try $0.move("/total", to: "/sum") }
    let expected = [
      "1.0": [
        "✓ reproduces  S  3 of 3 actions equal, migrated",
        "  types     impossible: state /sum is new and required; or was it renamed from count?",
        "  types     1 difference that every value survives",
        "  migrated  state from 1.0  4 states", "  migrated  state from 2.0  4 states",
        "  read as   4 recorded states with other values at /count, /sum",
      ],
      "2.0": [
        "✓ reproduces  S  1 of 1 action equal, migrated",
        "  types     impossible: state /sum is new and required; or was it renamed from total?",
        "  types     1 difference that every value survives",
        "  migrated  state from 2.0  2 states",
        "  read as   2 recorded states with other values at /total, /sum",
      ],
      "3.0": ["✓ reproduces  S  1 of 1 action equal"],
    ]
    #expect(session.verify(host) == expected[version])
  }

  @Test("an action gets another name, and an error tells the step and the place")
  func actions() throws {
    let session = try session(version: "1.0")
    defer { session.remove() }
    func host(_ path: String) -> ReducerHost<Then, NewStep> {
      var host = ReducerHost<Then, NewStep>(store: "store", codec: .codable) { state, action in
        switch action {
        case .insert(let more): state.count += more
        case .clear: state.count = 0
        }
      }
      host.migrate(.action("add"), from: "1.0", as: "insert") { try $0.move(path, to: "/insert") }
      return host
    }
    #expect(
      session.verify(host("/add")) == [
        "✓ reproduces  S  3 of 3 actions equal, migrated",
        "  types     impossible: action /add is a case that is gone",
        "  types     1 difference that every value survives",
        "  migrated  action add from 1.0  2 actions",
      ])
    let refused = session.verify(host("/ad"))
    #expect(refused.first == "✗ DIVERGES  S  at 1/3 add  0 of 3 actions equal")
    #expect(
      refused.dropLast().last == """
          refused   undecodable-action: add: the value does not migrate (action add from 1.0): \
        /ad is not there; the types differ: action /add is a case that is gone (impossible) \
        (recorded state c70b1e7a, of version 1.0)
        """)
  }

  @Test("an accepted session is of today's form, sound, and needs no migration any more")
  func accepted() throws {
    let session = try session(version: "1.0")
    defer { session.remove() }
    var host = ReducerHost<Sum, NewStep>(store: "store", codec: .codable) { state, action in
      switch action {
      case .insert(let more): state.sum += more
      case .clear: state.sum = 0
      }
    }
    host.migrate(.state, from: "1.0") { try $0.move("/count", to: "/sum") }
    host.migrate(.action("add"), from: "1.0", as: "insert") { try $0.move("/add", to: "/insert") }
    #expect(session.verify(host, accepting: true) == ["✓ reproduces  S  3 of 3 actions equal"])
    #expect(session.verify(host) == ["✓ reproduces  S  3 of 3 actions equal"])
    let text = try session.text
    #expect(!text.contains("count") && !text.contains("migrated") && !text.contains(#""add""#))
    #expect(text.contains(#""type":"insert","action":{"insert":{"_0":3}}"#))
    #expect(
      text.contains(
        #""changes":["accepted: 4 states and 2 actions changed, from step 0 on"]"#))
    let made = try Session(path: session.path, mode: .strict)
    #expect(made.header.app == nil)
  }

  struct Connection: Codable, Sendable { var port = 80 }
  /// It decodes from the same, and encodes no more.
  struct MuteConnection: Codable, Sendable {
    struct Mute: Error {}
    var port = 80
    func encode(to encoder: any Encoder) throws { throw Mute() }
  }
  struct Online: Codable, Sendable {
    var connection = Connection()
    var count = 0
  }
  struct MuteOnline: Codable, Sendable {
    var connection = MuteConnection()
    var count = 0
  }

  @Test(
    "a part that the host of today cannot encode is not comparable, and no rendering replaces it")
  func mute() throws {
    let session = try ChangedStore(Online(), [Step.add(2), .clear]) { state, action in
      if case .add(let more) = action { state.count += more } else { state.count = 0 }
    }
    defer { session.remove() }
    let before = try session.text
    #expect(
      session.verify(host(MuteOnline.self, \.count)) == [
        "? not comparable  S  0 of 2 actions equal, 2 not comparable (1, 2)",
        "  opaque    state 0 as a whole: the host cannot encode it; its value is not compared",
      ])
    let drifting = ReducerHost<MuteOnline, Step>(store: "store", codec: .codable) { state, _ in
      state.count += 1
    }
    #expect(
      session.verify(drifting) == [
        "? not comparable  S  0 of 2 actions equal, 2 not comparable (1, 2)",
        "  opaque    state 0 as a whole: the host cannot encode it; its value is not compared",
      ])
    // What throws is another fault, whatever the states are.
    let throwing = ReducerHost<MuteOnline, Step>(store: "store", codec: .codable) { _, _ in
      throw MuteConnection.Mute()
    }
    #expect(session.verify(throwing).first == "✗ DIVERGES  S  at 1/2 add  0 of 2 actions equal")
    #expect(
      session.verify(throwing, accepting: true) == [
        "trouble: S: diverges, and is not accepted: the host cannot encode state 0, but the "
          + "recording has its value"
      ])
    #expect(try session.text == before)
  }

  @Test("what the recorder could only render is not called equal where the host renders the same")
  func muteWhenRecorded() throws {
    let session = try ChangedStore(MuteOnline(), [Step.add(2), .clear]) { state, action in
      if case .add(let more) = action { state.count += more } else { state.count = 0 }
    }
    defer { session.remove() }
    #expect(
      session.verify(host(MuteOnline.self, \.count)) == [
        "? not comparable  S  0 of 2 actions equal, 2 not comparable (1, 2)",
        "  opaque    state 0 as a whole: it was not encoded when it was recorded; its value is not compared",
      ])
  }

  /// It decodes from the same, and encodes no more.
  struct MuteStep: Codable, Sendable {
    let step: Step
    init(from decoder: any Decoder) throws { step = try Step(from: decoder) }
    func encode(to encoder: any Encoder) throws { throw MuteConnection.Mute() }
  }

  @Test(
    "an action that the host of today cannot encode is not comparable, but the state after it is")
  func muteAction() throws {
    let session = try session()
    defer { session.remove() }
    func host(_ error: Int) -> ReducerHost<Then, MuteStep> {
      ReducerHost(store: "store", codec: .codable) { state, action in
        switch action.step {
        case .add(let more): state.count += more + error
        case .clear: state.count = 0
        }
      }
    }
    #expect(
      session.verify(host(0)) == [
        "? not comparable  S  0 of 3 actions equal, 3 not comparable (1, 2, 3)",
        "  opaque    action 1: the host cannot encode it; its value is not compared",
      ])
    #expect(
      session.verify(host(1)) == [
        "✗ DIVERGES  S  at 1/3 add  0 of 3 actions equal",
        "  opaque    action 1: the host cannot encode it; its value is not compared",
        "  place     count", "  recorded  2", "  replayed  3",
        "  prompt    goto 1 · compare replay · verify --steps · verify --ignore '$.count'",
      ])
    // The recorded action stays.
    #expect(
      session.verify(host(1), accepting: true).first
        == "? not comparable  S  0 of 3 actions equal, 3 not comparable (1, 2, 3)")
    #expect(try session.text.contains(#""type":"add","action":{"add":{"_0":2}}"#))
  }

  static let strange: [(String, JSONValue)] = [
    ("huge", .string(String(repeating: "v1; ", count: 1 << 19))),
    ("deep", .string("v1; state 00000000 " + String(repeating: "[", count: 100_000))),
    ("a list", ["v1", 2]), ("no fingerprint", "v2; whatever"), ("empty", ""),
    ("of itself", "v1; state 00000000 @A; action 00000000 @B; @A @B; @B @A"),
    ("of parts of itself", "v1; state 00000000 @A; @A {a:@A,b:[@A],c:<d:@A|e:@B>}; @B (@A,@B)"),
    ("without its types", "v1; state 00000000 @A; action 00000000 @B"),
  ]

  @Test("a stranger's fingerprint harms nobody", arguments: strange.indices)
  func hostile(place: Int) throws {
    let session = try session()
    defer { session.remove() }
    let (name, value) = Self.strange[place]
    var lines = try session.text.split(separator: "\n").map(String.init)
    let header = try JSONValue(parsing: lines[0])
    let members = (header.object.map(Array.init) ?? []).filter { $0.name != "crc" }
      .map { ($0.name, $0.name == "fingerprint" ? value : $0.value) }
    lines[0] = JSONValue.object(members).description
    lines = lines.map { line in
      line.replacing(/,"crc":"[0-9a-f]*"/, with: "")
    }
    try (lines.joined(separator: "\n") + "\n").write(
      toFile: session.path, atomically: true, encoding: .utf8)
    var host = host(Then.self, \.count)
    host.fill(.state, "/more", with: 1)
    #expect(
      session.verify(host).first?.hasPrefix("✓ reproduces  S  3 of 3 actions equal") == true,
      "\(name)")
  }
}
