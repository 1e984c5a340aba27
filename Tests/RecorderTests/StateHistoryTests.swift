import SessionFormat
import TestSupport
import Testing

@testable import Recorder

@Suite("Patches, keyframes and whole states")
struct StateHistoryTests {
  private func snapshot(_ value: JSONValue) -> Snapshot { Snapshot(value: value, opaque: []) }
  private func size(_ value: JSONValue) -> Int { JSONWriter.bytes(of: value).count }

  @Test("by the rule of the format, for random states: whole or patch, and when a keyframe is due")
  func rule() throws {
    for seed in 0..<60 as Range<UInt64> {
      var documents = RandomDocuments(seed: seed)
      var state = documents.document(depth: 4)
      var history = StateHistory(first: snapshot(state))
      var wholeSize = size(state)
      var patched = 0
      for _ in 0..<30 {
        let next = documents.edited(state, edits: 2)
        let patchSize = size(JSONPatch(from: state, to: next).document)
        switch history.advance(to: snapshot(next)) {
        case .whole(let whole):
          #expect(whole == next)
          #expect(patchSize > size(next), "whole only where the patch would be larger")
          wholeSize = size(next)
          patched = 0
        case .patch(let patch):
          #expect(try patch.applied(to: state) == next)
          #expect(patchSize <= size(next))
          patched += patchSize
        }
        let keyframe = history.dueKeyframe()
        #expect((keyframe != nil) == (patched >= wholeSize))
        if let keyframe {
          #expect(keyframe == next)
          wholeSize = size(next)
          patched = 0
        }
        state = next
      }
    }
  }

  @Test("state lines stay within twice the smaller of patch and state, plus one snapshot")
  func bound() throws {
    for seed in 100..<140 as Range<UInt64> {
      var documents = RandomDocuments(seed: seed)
      var state = documents.document(depth: 5)
      var history = StateHistory(first: snapshot(state))
      var smallest = size(state)
      var largest = size(state)
      var written = size(state)
      for _ in 0..<60 {
        let next = documents.edited(state, edits: 1)
        let patch = JSONPatch(from: state, to: next).document
        smallest += min(size(patch), size(next))
        largest = max(largest, size(next))
        switch history.advance(to: snapshot(next)) {
        case .whole: written += size(next)
        case .patch: written += size(patch)
        }
        if let keyframe = history.dueKeyframe() { written += size(keyframe) }
        state = next
        // A keyframe repays at most the patches before it, by a state that may have grown since.
        #expect(written <= 2 * smallest + 2 * largest)
      }
    }
  }

  @Test("with full snapshots every state is whole, and no keyframe is due")
  func full() throws {
    let sink = FakeSink()
    let recorder = makeRecorder(sink, snapshots: .full)
    var state = WordState(words: Array(repeating: "word", count: 50))
    for _ in 0..<5 { recorder.step(WordAction.fail, into: &state) { $0.count += 1 } }
    let states = try sink.outline.filter { $0.hasPrefix("state") }
    #expect(states == (0...5).map { "state \($0) whole" })
    #expect(!(try sink.outline.contains { $0.hasPrefix("keyframe") }))
  }

  @Test("a keyframe comes right after the state that it repeats")
  func keyframePlace() throws {
    let sink = FakeSink()
    let recorder = makeRecorder(sink)
    var state = WordState(words: Array(repeating: "w", count: 20))
    for _ in 0..<8 { recorder.step(WordAction.fail, into: &state) { $0.count += 1 } }
    let outline = try sink.outline
    let place = try #require(outline.firstIndex { $0.hasPrefix("keyframe") })
    let n = try #require(outline[place].split(separator: " ").last)
    #expect(outline[place - 1] == "state \(n) patch")
  }
}
