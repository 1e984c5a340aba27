import DamageSupport
import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("States that damage took are made again by a host, or stay lost")
struct StateRecoveryTests {
  private static let sample = DamageSample(actions: 31)
  private static let places = Array(sample.lines.indices)

  /// The sample without a line, and with a byte of it changed in several places.
  private static func damaged(_ place: Int) -> [[UInt8]] {
    var chunks = sample.chunks
    chunks[place] = []
    var all = [chunks.flatMap { $0 }]
    let count = sample.chunks[place].count
    for at in [0, 3, count / 3, count / 2, count - 12, count - 3] {
      var chunks = sample.chunks
      chunks[place][at] ^= 0x01
      all.append(chunks.flatMap { $0 })
    }
    return all
  }

  private func open(_ bytes: [UInt8]) throws -> Session {
    try Session(bytes: Data(bytes), file: "s.ndjson", mode: .salvage)
  }

  /// Whether the states do not depend on the line at all, or can be made again without it.
  private static func isRecoverable(_ line: SessionLine) -> Bool {
    switch line {
    case .session, .action: false
    case .state(let line): line.n > 0
    // A change that nothing tells of.
    case .outside: false
    default: true
    }
  }

  @Test("damage to any line leaves all states as they were, where all actions are known")
  func anyLine() throws {
    for place in Self.places.thinned(8) {
      let line = Self.sample.lines[place]
      // That the last state has no line at all is no damage.
      var isLast = false
      if case .state(let line) = line { isLast = line.n == 31 }
      for (way, bytes) in Self.damaged(place).enumerated() where way > 0 || !isLast {
        guard let session = try? open(bytes) else { continue }
        let copy = try open(try session.repaired(host: .sample()))
        #expect(try SessionCheck(copy).faults == [], "line \(place), way \(way)")
        for n in 0...31 where Self.isRecoverable(line) || copy.hasState(n) {
          let state = try? copy.state(n)
          #expect(state == Self.sample.states[n], "line \(place), way \(way), state \(n)")
        }
        let again = try copy.repaired(host: .sample())
        #expect(try again == copy.repaired(), "line \(place), way \(way)")
      }
    }
  }

  @Test("what a host made is marked, and all else is as it was recorded")
  func marks() throws {
    for place in Self.places {
      guard case .state(let line) = Self.sample.lines[place], 1...30 ~= line.n else { continue }
      var chunks = Self.sample.chunks
      chunks[place] = []
      let session = try open(chunks.flatMap { $0 })
      let bytes = try session.repaired(host: .sample())
      let copy = try open(bytes)
      let made = try (1...31).filter { try copy.stateLine($0).recomputed }
      // With a keyframe behind it the state is known, and nothing is made.
      let isTold = line.n % 8 == 0
      #expect(made == (isTold ? [] : [line.n]), "state \(line.n)")
      guard !isTold else { continue }
      let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      let left = lines.filter { !String(decoding: $0, as: UTF8.self).contains("recomputed") }
      // Lines that ended with CRLF end with LF in a copy.
      let recorded = chunks.flatMap { $0 }.filter { $0 != 0x0D }
      #expect(Array(left.joined(separator: [0x0A])) == recorded, "state \(line.n)")
    }
  }

  @Test("a host that makes something else makes nothing, and the gap stays as it was")
  func another() throws {
    for place in Self.places {
      guard case .state(let line) = Self.sample.lines[place], 2...30 ~= line.n else { continue }
      var chunks = Self.sample.chunks
      chunks[place] = []
      let session = try open(chunks.flatMap { $0 })
      let plain = try session.repaired()
      for alter: (inout SampleHost.Habits) -> Void in [
        { $0.errsFrom = 0 }, { $0.drawsMoreIn = line.n }, { $0.refuses = line.n },
        { $0.diesIn = line.n }, { $0.losesNames = true },
      ] {
        #expect(try session.repaired(host: .sample(SampleHost.Account(), alter)) == plain)
      }
    }
  }

  @Test("a host that answers no actions, or whole states, makes the same states")
  func foreign() throws {
    for place in Self.places {
      guard case .state(let line) = Self.sample.lines[place], 2...30 ~= line.n else { continue }
      var chunks = Self.sample.chunks
      chunks[place] = []
      let session = try open(chunks.flatMap { $0 })
      for alter: (inout SampleHost.Habits) -> Void in [
        { $0.answersActions = false }, { $0.answersWholeOnly = true },
      ] {
        let copy = try open(try session.repaired(host: .sample(SampleHost.Account(), alter)))
        for n in 0...31 { #expect(try copy.state(n) == Self.sample.states[n]) }
      }
    }
  }

  /// What is told of the damage of some lines of the sample.
  private func told(
    without places: [Int], _ alter: (inout SampleHost.Habits) -> Void = { _ in }
  ) throws -> [String] {
    var chunks = Self.sample.chunks
    for place in places { chunks[place] = [] }
    var repair = try Repair(
      try open(chunks.flatMap { $0 }), recrc: false, interrupted: { false })
    let host = HostClient.sample(SampleHost.Account(), alter)
    try repair.recover(through: host, interrupted: { false })
    var copy = SessionWriter(to: nil)
    let account = try repair.write(into: &copy, interrupted: { false })
    let words = ["gap", "lost", "recomputed", "not made"]
    return ReportFormat.text.rendered(
      RepairReport(repair, account, file: "copy"), RenderOptions(width: .max)
    ).split(separator: "\n").map(String.init).filter { line in words.contains { line.hasPrefix($0) }
    }
  }

  /// The place of a line of the sample.
  private func state(_ n: Int) throws -> Int {
    try #require(
      Self.places.first {
        if case .state(let line) = Self.sample.lines[$0] { line.n == n } else { false }
      })
  }

  private func action(_ n: Int) throws -> Int {
    try #require(
      Self.places.first {
        if case .action(let line) = Self.sample.lines[$0] { line.n == n } else { false }
      })
  }

  private func input(_ n: Int) throws -> Int {
    try #require(
      Self.places.first {
        if case .input(let line) = Self.sample.lines[$0] { line.n == n } else { false }
      })
  }

  @Test("what was made is told, and why no more was")
  func report() throws {
    func expect(
      _ places: [Int], _ expected: [String], _ alter: (inout SampleHost.Habits) -> Void = { _ in }
    ) throws {
      let lines = try told(without: places, alter)
      #expect((expected.count == 1 ? lines.suffix(1) : lines[...]) == expected[...])
    }
    try expect([state(4)], ["lost        no state", "recomputed  state 4"])
    try expect(
      [state(2), state(4), state(5), state(19)],
      ["lost        no state", "recomputed  4 states, states 2, 4 to 5, 19"])
    try expect(
      [state(4)],
      [
        "gap         before state 8: 0 actions without a line", "lost        states 4 to 7",
        "recomputed  no state",
        "not made    states 4 to 7: the host gives another state 5 than is recorded, first at /sum",
      ]
    ) { $0.errsFrom = 5 }
    try expect([state(4), action(6)], ["not made    states 4 to 7: action 6 is lost"])
    try expect(
      [state(3), input(3)],
      ["not made    states 3 to 7: action 3 draws an input that is not there, random"])
    try expect(
      [state(4)],
      ["not made    states 4 to 7: the host sample-host refused 5: unknown-action: no such action"]
    ) { $0.refuses = 5 }
    try expect(
      [state(4)],
      [
        "not made    states 4 to 7: the host sample-host died in the reducer of action 5: "
          + "signal 4 (Illegal instruction)"
      ]
    ) { $0.diesIn = 5 }
    try expect([state(0)], ["not made    states 0 to 7: no state before them is known"])
    try expect(
      [state(28)],
      [
        "not made    states 28 to 31: the host gives another state 27 than is recorded, first at "
          + "/sum"
      ]
    ) { $0.errsFrom = 27 }
  }

  @Test("a host that died once, of many actions on their way, is asked again")
  func diesOnce() throws {
    let lines = try told(without: [try state(25)]) {
      $0.diesIn = 27
      $0.diesOnce = true
    }
    #expect(lines == ["lost        no state", "recomputed  state 25"])
  }

  /// What is broken in a copy that a host helped to make: it must be sound, and tell nothing new.
  private func faults(_ damaged: Session, _ sample: DamageSample) throws -> [String] {
    let copy = try open(try damaged.repaired(host: .sample()))
    var faults = try SessionCheck(copy).faults.map { "\($0)" }
    for n in 0...31 where copy.hasState(n) {
      if try copy.state(n) != sample.states[n] { faults.append("state \(n)") }
    }
    let plain = try open(try damaged.repaired())
    for n in 0...31 where plain.hasState(n) && !copy.hasState(n) {
      faults.append("state \(n) is lost with a host")
    }
    return faults
  }

  @Test(
    "whatever several damaged bytes and missing lines do, the copy is sound and tells no lie",
    arguments: 0..<100 as Range<UInt64>)
  func severalFaults(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var chunks = Self.sample.chunks
    for _ in 0..<Int.random(in: 2...5, using: &random) {
      let place = Int.random(in: 1..<chunks.count, using: &random)
      if chunks[place].isEmpty || Bool.random(using: &random) {
        chunks[place] = []
      } else {
        let at = Int.random(in: chunks[place].indices, using: &random)
        chunks[place][at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
    }
    let session = try open(chunks.flatMap { $0 })
    #expect(try faults(session, Self.sample) == [])
  }

  @Test("and so of several segments, any line of which is damaged", arguments: 0..<3)
  func segments(_ segment: Int) throws {
    let segments = try DamagedSegments()
    let range = segments.sample.segments[segment]
    for place in range.thinned(8) {
      var without = segments.sample.chunks
      without[place] = []
      var changed = segments.sample.chunks
      changed[place][changed[place].count / 2] ^= 1
      for chunks in [without, changed] {
        try segments.write(chunks[range].flatMap { $0 }, as: segment)
        let session = try Session(path: segments.path, mode: .salvage)
        #expect(try faults(session, segments.sample) == [], "line \(place)")
      }
    }
  }
}
