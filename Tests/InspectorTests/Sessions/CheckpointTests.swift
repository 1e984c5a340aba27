import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("States are kept at distances, within a bound, and tell the same in any order")
struct CheckpointTests {
  /// A state whose text is about so long, as the n-th of the chain that begins at `base`.
  private static func reached(_ n: Int, from base: Int, step: Int, text: Int = 100) -> ReachedState
  {
    var reached = ReachedState(
      whole: .string(String(repeating: "x", count: text)), n: base, bytes: step)
    for _ in base..<n { reached = ReachedState(reached.state, after: reached, effort: step) }
    return reached
  }

  @Test("a pass keeps the whole state and each that comes to a multiple of the distance")
  func spacing() {
    var checkpoints = Checkpoints(limit: 1 << 20, spacing: 100)
    for n in 0...20 { checkpoints.offer(Self.reached(n, from: 0, step: 30)) }
    var found: [Int?] = []
    for n in 0...9 { found.append(checkpoints.nearest(to: n, from: 0)?.n) }
    #expect(found == [0, 0, 0, 0, 4, 4, 4, 7, 7, 7])
    #expect(checkpoints.nearest(to: 9, from: 8)?.n == nil)
    #expect(checkpoints.count == 7)
  }

  @Test("a whole state that takes long to read is kept, and others only far from it")
  func wholeState() {
    var checkpoints = Checkpoints(limit: 1 << 20, spacing: 100)
    checkpoints.offer(ReachedState(whole: 1, n: 5, bytes: 1000))
    var reached = ReachedState(whole: 1, n: 5, bytes: 1000)
    for _ in 0..<20 {
      reached = ReachedState(1, after: reached, effort: 100)
      checkpoints.offer(reached)
    }
    var found: [Int?] = []
    for n in [4, 5, 12, 13, 20, 99] { found.append(checkpoints.nearest(to: n, from: 5)?.n) }
    // The least of 100, 200, 400 … that is half of 1000 at least.
    #expect(found == [nil, 5, 5, 13, 13, 21])
  }

  @Test("whatever is offered, the bound is kept and what is told was offered", arguments: 0..<20)
  func bound(seed: Int) {
    var generator = SplitMix64(seed: UInt64(seed))
    func draw(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    let limit = draw(0...20_000)
    let length = draw(1...60)
    let step = draw(1...3000)
    var checkpoints = Checkpoints(limit: limit, spacing: draw(0...2000))
    var offered: [Int: Int] = [:]
    var n = 0
    for _ in 0..<200 {
      n = draw(0...3) == 0 ? draw(0...400) : n + 1
      let base = n / length * length
      checkpoints.offer(Self.reached(n, from: base, step: step, text: draw(1...500)))
      offered[n] = base
      #expect(checkpoints.checkInvariants() == [])
      #expect(checkpoints.cost <= limit && checkpoints.cost >= 0)
      #expect((checkpoints.count == 0) == (checkpoints.cost == 0))
      let asked = draw(0...450)
      let from = asked / length * length
      guard let near = checkpoints.nearest(to: asked, from: from) else { continue }
      #expect(from <= near.n && near.n <= asked)
      #expect(offered[near.n] == near.base)
    }
  }

  @Test("in a small room a chain that was not used lately goes, and the others stay whole")
  func chains() {
    var checkpoints = Checkpoints(limit: 1 << 20, spacing: 100)
    for base in [0, 100, 200] {
      checkpoints.offer(ReachedState(whole: 1234567890, n: base, bytes: 1000))
    }
    let all = checkpoints.cost
    var room = Checkpoints(limit: all, spacing: 100)
    for base in [0, 100, 200] {
      room.offer(ReachedState(whole: 1234567890, n: base, bytes: 1000))
    }
    _ = room.nearest(to: 0, from: 0)
    room.offer(ReachedState(whole: 1234567890, n: 300, bytes: 1000))
    var found: [Int?] = []
    for n in [0, 100, 200, 300] { found.append(room.nearest(to: n, from: n)?.n) }
    #expect(found == [0, nil, 200, 300])
  }

  @Test("room is made for many whole states at once, where each makes a chain of its own")
  func sweeps() {
    var checkpoints = Checkpoints(limit: 1 << 18, spacing: 100)
    var (sweeps, sum, last) = (0, 0, 0)
    for base in 0..<10_000 {
      checkpoints.offer(ReachedState(whole: 1234567890, n: base, bytes: 1000))
      if checkpoints.cost <= last { sweeps += 1 } else { sum += checkpoints.cost - last }
      last = checkpoints.cost
    }
    // Each was one that looked at all chains, and was once made for each state.
    #expect(checkpoints.cost > 1 << 17 && checkpoints.cost <= 1 << 18)
    #expect(sweeps > 5)
    #expect(sweeps <= sum / ((1 << 18) / 5))
  }

  @Test("a whole state that takes next to no time to read is not kept")
  func cheap() {
    var checkpoints = Checkpoints(limit: 1 << 20, spacing: 1600)
    checkpoints.offer(ReachedState(whole: 1, n: 5, bytes: 99))
    checkpoints.offer(ReachedState(whole: 1, n: 6, bytes: 100))
    #expect(checkpoints.nearest(to: 5, from: 5)?.n == nil)
    #expect(checkpoints.nearest(to: 6, from: 6)?.n == 6)
  }

  @Test(
    "any order of asking tells the states that a fresh session tells",
    arguments: (0..<6).thinned(3))
  func anyOrder(seed: Int) throws {
    let recording = RandomRecording(seed: seed, actions: 150, plain: seed % 2 == 0)
    var generator = SplitMix64(seed: UInt64(seed))
    let indexed = try IndexedParts(Data(recording.bytes), file: "s.ndjson", ReadingLimits())
    // Room for all, for some and for none of the states.
    let cache = StateCache(limit: [1 << 20, 5000, 0][seed % 3], spacing: seed % 2 * 5000)
    let session = Session(indexed, file: "s.ndjson", cache: cache)
    let known = (session.first...session.last).filter(session.hasState)
    var states: [Int: (state: String, before: String?)] = [:]
    for n in known {
      let fresh = try recording.session()
      let state = try fresh.state(n).description
      states[n] = (state, fresh.hasBefore(n + 1) ? try fresh.before(n + 1).description : nil)
    }
    for n in known.shuffled(using: &generator) + known + known.reversed() {
      #expect(try session.state(n).description == states[n]?.state)
      #expect(cache.cost <= [1 << 20, 5000, 0][seed % 3])
      guard let before = states[n]?.before else { continue }
      #expect(try session.before(n + 1).description == before)
    }
    #expect((cache.cost == 0) == (seed % 3 == 2))
  }

  @Test("what is kept after a pass stays as it is, wherever one steps then", arguments: 0..<4)
  func steady(seed: Int) throws {
    let recording = RandomRecording(seed: seed, actions: 150, plain: seed % 2 == 0)
    var generator = SplitMix64(seed: UInt64(seed))
    let indexed = try IndexedParts(Data(recording.bytes), file: "s.ndjson", ReadingLimits())
    let cache = StateCache(limit: 1 << 24, spacing: 3000)
    let session = Session(indexed, file: "s.ndjson", cache: cache)
    let known = (session.first...session.last).filter(session.hasState)
    for n in known { _ = try session.state(n) }
    let cost = cache.cost
    #expect(cost > 0)
    for n in known.shuffled(using: &generator) + known.reversed() {
      _ = try session.state(n)
      #expect(cache.cost == cost)
    }
  }
}
