import TestSupport
import Testing

@testable import SessionFormat

@Suite("The patch that a walk in lockstep finds")
struct LockstepLawTests {
  /// What the patch is by both documents, as text.
  static func expected(_ old: some Encodable, _ new: some Encodable) throws -> String {
    let (old, new) = (try ValueEncoder().encode(old).value, try ValueEncoder().encode(new).value)
    return JSONPatch(from: old, to: new).document.description
  }

  @Test("is that of the two documents, whatever changes", arguments: 0..<8)
  func law(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let walk = LockstepWalk()
    #expect(walk.takes(LockstepState.self))
    var state = LockstepState()
    for step in 0..<400 {
      let old = state
      state.mutate(by: &random)
      if step % 50 == 49 { state = LockstepState() }
      let found = withUnsafePointer(to: old) { old in
        withUnsafePointer(to: state) {
          walk.patch(from: old, to: $0, within: .max, removing: .max, visiting: .max)
        }
      }
      let patch = try #require(found, "seed \(seed), step \(step)")
      let expected = try Self.expected(old, state)
      try #require(
        String(decoding: patch.text, as: UTF8.self) == expected, "seed \(seed), step \(step)")
    }
  }
}
