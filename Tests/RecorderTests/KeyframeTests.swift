import SessionFormat
import TestSupport
import Testing

@testable import Recorder

@Suite("Changes, whole states and keyframes")
struct KeyframeTests {
  /// States by a seed: mostly small edits, now and then another document.
  private static func states(seed: UInt64, count: Int) -> [JSONValue] {
    var documents = RandomDocuments(seed: seed)
    var random = SplitMix64(seed: seed)
    var states = [documents.document(depth: 4)]
    while states.count <= count {
      let isNew = Int.random(in: 0..<8, using: &random) == 0
      let edits = Int.random(in: 0...3, using: &random)
      states.append(
        isNew
          ? documents.document(depth: 4) : documents.edited(states[states.count - 1], edits: edits))
    }
    return states
  }

  /// The session of those states, past the encoding of a Swift type: any document can be a state.
  private static func record(
    _ states: [JSONValue], _ snapshots: RecorderOptions.Snapshots
  ) throws -> [SessionLine] {
    let sink = CollectingSink()
    let options = RecorderOptions(snapshots: snapshots)
    var recording = Recording(store: "test", options: options, sink: sink)
    for (state, next) in zip(states, states.dropFirst()) {
      let step = recording.begin(
        Recording.Action(type: "a", snapshot: Snapshot(value: .null, opaque: [])),
        before: Snapshot(value: state, opaque: []), hook: .reducer,
        types: (JSONValue.self, Int.self))
      recording.finish(step, after: Snapshot(value: next, opaque: []), threw: nil, took: 1)
    }
    return Array(try sink.sessionLines.dropFirst())
  }

  private static func size(_ value: JSONValue) -> Int { JSONWriter.bytes(of: value).count }

  private static let seeds = 0..<UInt64(60)

  @Test("each change makes the next state of the one before", arguments: seeds)
  func patchesMakeStates(seed: UInt64) throws {
    let states = Self.states(seed: seed, count: 40)
    var state = JSONValue.null
    var n = 0
    for case .state(let line) in try Self.record(states, .delta) {
      state = try line.content.applied(to: state)
      #expect(line.n == n)
      #expect(state == states[n])
      n += 1
    }
    #expect(n == states.count)
  }

  @Test(
    "a state is whole where its change is larger, and again when changes reach it", arguments: seeds
  )
  func keepsRule(seed: UInt64) throws {
    let states = Self.states(seed: seed, count: 40)
    let lines = try Self.record(states, .delta)
    var wholeSize = 0
    var patchBytes = 0
    for (place, line) in lines.enumerated() {
      guard case .state(let state) = line else { continue }
      let size = Self.size(states[state.n])
      switch state.content {
      case .whole:
        if state.n > 0 {
          let patch = JSONPatch(from: states[state.n - 1], to: states[state.n])
          #expect(Self.size(patch.document) > size)
        }
        (wholeSize, patchBytes) = (size, 0)
      case .patch(let patch):
        #expect(Self.size(patch.document) <= size)
        patchBytes += Self.size(patch.document)
      }
      let isDue = patchBytes >= wholeSize
      let keyframe = KeyframeLine(n: state.n, state: states[state.n])
      let isThere = place + 1 < lines.count && lines[place + 1] == .keyframe(keyframe)
      #expect(isThere == isDue)
      if isDue { (wholeSize, patchBytes) = (size, 0) }
    }
  }

  @Test("keyframes stand nowhere but behind a change", arguments: seeds)
  func keyframesFollowChanges(seed: UInt64) throws {
    let lines = try Self.record(Self.states(seed: seed, count: 40), .delta)
    for (line, next) in zip(lines, lines.dropFirst()) {
      guard case .keyframe(let keyframe) = next else { continue }
      guard case .state(let state) = line else {
        Issue.record("a keyframe after \(line.document)")
        continue
      }
      #expect(state.n == keyframe.n)
      #expect(!state.content.isWhole)
    }
  }

  @Test(
    "all states take at most twice the smaller of change and state, and one state more",
    arguments: seeds)
  func staysSmall(seed: UInt64) throws {
    let states = Self.states(seed: seed, count: 80)
    var written = 0
    for line in try Self.record(states, .delta) {
      switch line {
      case .state(let state):
        switch state.content {
        case .whole(let whole): written += Self.size(whole)
        case .patch(let patch): written += Self.size(patch.document)
        }
      case .keyframe(let keyframe): written += Self.size(keyframe.state)
      default: break
      }
    }
    let least = zip(states, states.dropFirst()).reduce(0) { sum, pair in
      sum + min(Self.size(pair.1), Self.size(JSONPatch(from: pair.0, to: pair.1).document))
    }
    let largest = states.map(Self.size).max() ?? 0
    #expect(written <= 2 * least + 2 * largest)
  }

  @Test("full snapshots write every state whole, and no keyframe", arguments: Self.seeds.prefix(10))
  func writesWhole(seed: UInt64) throws {
    let states = Self.states(seed: seed, count: 20)
    let expected = states.enumerated().flatMap { n, state -> [JSONValue] in
      let whole = SessionLine.state(StateLine(n: n, content: .whole(state))).document
      return n == 0 ? [whole] : [["kind": "action", "n": .number(n)], whole]
    }
    let written = try Self.record(states, .full).map { line -> JSONValue in
      switch line {
      case .action(let action): return ["kind": "action", "n": .number(action.n)]
      case .state(var state):
        state.took = nil
        return SessionLine.state(state).document
      default: return line.document
      }
    }
    #expect(written == expected)
  }
}
