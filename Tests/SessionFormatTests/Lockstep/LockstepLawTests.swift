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

  /// What the patch is by a walk without limits, as text; nil if there is none.
  static func found<T: Encodable>(_ walk: LockstepWalk, _ old: T, _ new: T) -> String? {
    withUnsafePointer(to: old) { old in
      withUnsafePointer(to: new) {
        walk.patch(from: old, to: $0, within: .max, removing: .max, visiting: .max)
      }
    }.map { String(decoding: $0.text, as: UTF8.self) }
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
      let expected = try Self.expected(old, state)
      try #require(Self.found(walk, old, state) == expected, "seed \(seed), step \(step)")
    }
  }
}
