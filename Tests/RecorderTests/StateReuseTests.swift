import SessionFormat
import TestSupport
import Testing

@testable import RecorderHost

@Suite("A host that encodes of its states only what changed")
struct StateReuseTests {
  /// What some values write beside themselves.
  private enum Elsewhere {
    @TaskLocal static var number = 0
  }

  struct Note: Codable, Equatable, Sendable {
    var text: String
    var isDone = false
  }

  struct Book: Codable, Sendable {
    var notes = (0..<100).map { Note(text: "a text of some thirty bytes, \($0)") }
    var index = Dictionary(uniqueKeysWithValues: (0..<20).map { ("key \($0)", $0) })
    var count = 0
    var watch = Watch()
  }

  /// Writes something that is not in it.
  struct Watch: Codable, Sendable {
    init() {}
    init(from decoder: any Decoder) throws {}
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      if Elsewhere.number < 0 {
        throw EncodingError.invalidValue(self, .init(codingPath: [], debugDescription: "negative"))
      }
      try container.encode(Elsewhere.number)
    }
  }

  enum Edit: Codable, Sendable {
    case nothing
    case toggle(Int)
    case write(Int, String)
    case insert(Int)
    case remove(Int)
    case file(String, Int)
    case drop(String)
    case everything(String)
  }

  private static func reduce(_ book: inout Book, _ edit: Edit) {
    book.count += 1
    switch edit {
    case .nothing: book.count -= 1
    case .toggle(let place): book.notes[place % book.notes.count].isDone.toggle()
    case .write(let place, let text): book.notes[place % book.notes.count].text = text
    case .insert(let place):
      book.notes.insert(Note(text: "new"), at: place % (book.notes.count + 1))
    case .remove(let place): book.notes.remove(at: place % book.notes.count)
    case .file(let key, let place): book.index[key] = place
    case .drop(let key): book.index[key] = nil
    case .everything(let text): for place in book.notes.indices { book.notes[place].text = text }
    }
  }

  /// A host, and the states that a driver has of it.
  private final class Run {
    private(set) var states: [JSONValue] = []
    private(set) var same: [Bool] = []
    private var machine: HostMachine<Book, Edit>?

    init() throws {
      machine = HostMachine(
        store: "book", codec: .codable, reduce: StateReuseTests.reduce,
        answer: { [weak self] in self?.take($0) }, flush: {})
      try say([
        "kind": "session", "format": "hindsight-session", "version": 1, "id": "a",
        "started": "2026-01-02T03:04:05Z", "store": "book",
      ])
      try say(["kind": "state", "n": 0, "state": try ValueEncoder().encode(Book()).value])
    }

    func say(_ line: JSONValue) throws {
      #expect(machine?.handle(try SessionLine(line)) == true)
    }

    func reuse(_ isReusing: Bool) throws {
      try say(["kind": "reuse", "states": .bool(isReusing)])
    }

    func press(_ edits: [Edit]) throws {
      for edit in edits {
        let n = states.count
        let action = try ValueEncoder().encode(edit).value
        try say(["kind": "action", "n": .number(n), "t": 0, "type": "edit", "action": action])
        try say(["kind": "go"])
      }
    }

    private func take(_ answer: JSONValue) {
      switch answer["kind"] {
      case "state":
        if let whole = answer["state"] { return states.append(whole) }
        guard let patch = answer["patch"], let last = states.last else { return }
        let next = Result { try JSONPatch(patch).applied(to: last) }
        #expect(throws: Never.self) { self.states.append(try next.get()) }
      case "reused": same.append(answer["same"] == true)
      default: break
      }
    }
  }

  private static func edits(_ count: Int, seed: UInt64) -> [Edit] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { n in
      let place = Int.random(in: 0..<1_000, using: &random)
      switch Int.random(in: 0..<16, using: &random) {
      case 0: return .nothing
      case 1...4: return .toggle(place)
      case 5...8: return .write(place, "what was written at \(n)")
      case 9: return .insert(place)
      case 10: return .remove(place)
      case 11, 12: return .file("key \(place % 40)", n)
      case 13: return .drop("key \(place % 40)")
      case 14: return .everything("all of \(n)")
      default: return .write(place, "")
      }
    }
  }

  @Test("its states are those of one that encodes each whole", arguments: 1...8)
  func same(seed: Int) throws {
    let edits = Self.edits(200, seed: UInt64(seed))
    let (whole, reusing) = (try Run(), try Run())
    try whole.press(edits)
    try reusing.reuse(true)
    try reusing.press(edits)
    try reusing.reuse(false)
    #expect(reusing.same == [true])
    #expect(reusing.states == whole.states)
    #expect(whole.states.count == 201)
  }

  @Test("also after a state that it is given, one that it kept, and a change from outside")
  func given() throws {
    let (whole, reusing) = (try Run(), try Run())
    for run in [whole, reusing] {
      if run === reusing { try run.reuse(true) }
      try run.press(Self.edits(20, seed: 1))
      try run.say(["kind": "hold", "key": "a"])
      try run.press(Self.edits(20, seed: 2))
      try run.say(["kind": "reset", "n": 41, "state": run.states[7]])
      try run.press(Self.edits(20, seed: 3))
      try run.say(["kind": "outside", "n": 61, "t": 0, "state": run.states[30]])
      try run.press(Self.edits(5, seed: 4))
      try run.reuse(false)
    }
    #expect(reusing.states == whole.states)
    #expect(whole.same == [false])
    #expect(reusing.same == [true])
  }

  @Test(
    "a state that encodes more than its value is not the same, at whatever step it shows",
    arguments: 1...24)
  func more(step: Int) throws {
    let run = try Run()
    try run.reuse(true)
    try run.press((0..<step).map { .toggle($0) })
    try Elsewhere.$number.withValue(1) {
      try run.press([.toggle(50)])
      try run.reuse(false)
    }
    #expect(run.same == [false])
  }

  @Test("nor if it shows only for some steps, with a check among them")
  func checked() throws {
    let run = try Run()
    try run.reuse(true)
    try run.press((0..<20).map { .toggle($0) })
    try Elsewhere.$number.withValue(1) {
      // Checks come at most so many patches apart.
      try run.press((0..<130).map { .toggle($0) })
    }
    try run.press((0..<20).map { .toggle($0) })
    try run.reuse(false)
    #expect(run.same == [false])
  }

  @Test("nor if a part that did not change no longer encodes")
  func refused() throws {
    let run = try Run()
    try run.reuse(true)
    try run.press((0..<20).map { .toggle($0) })
    try Elsewhere.$number.withValue(-1) {
      try run.press((0..<130).map { .toggle($0) })
      try run.reuse(false)
    }
    #expect(run.same == [false])
  }

  @Test("nothing is the same that was not asked for, or is not there")
  func unasked() throws {
    let run = try Run()
    try run.press([.toggle(1)])
    try run.reuse(false)
    try run.reuse(true)
    try run.say(["kind": "reset", "n": 5, "state": "no book"])
    try run.reuse(false)
    // It is off since then, though there was no state.
    try run.say(["kind": "reset", "n": 6, "state": run.states[0]])
    try run.reuse(false)
    #expect(run.same == [false, false, false])
  }
}
