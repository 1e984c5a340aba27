/// The last state that was encoded, and how its text is known.
///
/// The state is retained, so that its bits prove something: see ``ValueBits``. The next state is
/// compared with it by a walk in lockstep (``LockstepWalk``); if little differs, its text is that of
/// the last one and a patch. A type's own `encode(to:)` may still depend on more than the value. So
/// now and then, and whenever a keyframe is due, the state is encoded nevertheless; if its text is
/// another, bits are given up for good. A value that asks for its coding path may write something
/// else at another place, so a state with one is not walked over. Not thread-safe.
final class StateTexts {
  /// Texts are taken without a check 1, 2, 4 and so on times, and at most so many times; or for each
  /// so many bytes once, as a check takes as long as the text.
  private static let (longestTrust, bytesPerUse) = (64, 64)
  /// After a state that differs in too much, the walk is left out 1, 2, 4 and so on times, and at
  /// most so many times.
  private static let longestRest = 64
  /// How many values may be walked into: about as many as are encoded in that time.
  private static let (leastVisited, bytesPerVisit) = (32, 512)
  /// A shorter text is written as fast as two states are compared.
  private static let leastText = 4_096

  private var findsPatches: Bool
  /// What it could remember is unchanged, so the walk passes it over.
  private let encoder = RepeatedEncoder(remembers: false)
  private let walk = LockstepWalk()
  private var types: [ObjectIdentifier: ValueBits?] = [:]
  private var held: HeldState?
  /// How often a text was taken since the last check, and how often until the next: for known states
  /// and for patches.
  private var known = Trust()
  private var found = Trust()
  /// For how many states the walk is left out, and how many the last time.
  private var (rest, lastRest) = (0, 0)
  /// Whether a text was another than bits said.
  private(set) var isOff = false
  /// When the next keyframe is due.
  var rule = KeyframeRule()
  /// Whether patches may have splices.
  var takesSplices = false

  /// The most types of states whose bits are remembered; a recorder has one store, and usually one.
  private static let mostTypes = 16

  init(findsPatches: Bool) { self.findsPatches = findsPatches }

  /// The text of a state if it is the last one, and no check is due.
  func known<State>(_ state: State) -> EncodedValue? {
    guard !known.isCheckDue, let held, isLast(state, held) else { return nil }
    known.uses += 1
    return EncodedValue(held.text, opaque: held.opaque)
  }

  private func isLast<State>(_ state: State, _ held: HeldState) -> Bool {
    held.type == ObjectIdentifier(State.self)
      && withUnsafePointer(to: state) { held.bits.areEqual(held.memory, $0) }
  }

  /// The text of a state that need not be the last one.
  ///
  /// - Throws: The error of the state's own `encode(to:)`.
  func encoded<State: Encodable>(_ state: State) throws -> EncodedValue {
    if let patch = patch(to: state), let held {
      return try follow(held, patch, state)
    }
    if findsPatches, let held, held.type == ObjectIdentifier(State.self) {
      // Its document is compared with the next one, in the order of its own members.
      let last = held.memory.assumingMemoryBound(to: State.self)
      let isSame = try held.text.run?.run.settle { try encoder.bytes(ofState: last.pointee).bytes }
      if isSame == false { giveUp() }
    }
    let encoded = try encoder.bytes(ofState: state)
    if encoder.wasAskedForPath { findsPatches = false }
    if let held, isLast(state, held) {
      if held.opaque == encoded.opaque, isSame(encoded.bytes, held.text) {
        known.passed(held.size)
        return EncodedValue(held.text, opaque: held.opaque)
      }
      giveUp()
    }
    let text = isOff ? EncodedText(encoded.bytes) : EncodedText(TextRun(encoded.bytes), 0)
    hold(state, text, opaque: encoded.opaque, size: encoded.bytes.count)
    return EncodedValue(text, opaque: encoded.opaque)
  }

  /// The patch from the last state to another; nil if there is none that is much shorter.
  ///
  /// The bounds leave so much of the text that the patch is certainly shorter than the new one.
  private func patch<State: Encodable>(to state: State) -> LockstepWalk.Patch? {
    guard findsPatches, let held, held.type == ObjectIdentifier(State.self),
      held.size >= Self.leastText, held.opaque.isEmpty
    else { return nil }
    let old = UnsafePointer(held.memory.assumingMemoryBound(to: State.self))
    guard !isLast(state, held) else { return nil }
    guard rest == 0 else {
      rest -= 1
      return nil
    }
    let patch = withUnsafePointer(to: state) {
      walk.patch(
        from: old, to: $0, within: held.size / 4, removing: held.size / 2,
        visiting: max(Self.leastVisited, held.size / Self.bytesPerVisit), splices: takesSplices)
    }
    if walk.wasAskedForPath { findsPatches = false }
    lastRest = patch == nil ? min(max(1, lastRest * 2), Self.longestRest) : 0
    rest = lastRest
    return patch
  }

  /// The text of a state that differs from the last one by a patch.
  private func follow<State: Encodable>(
    _ held: HeldState, _ patch: LockstepWalk.Patch, _ state: State
  ) throws -> EncodedValue {
    guard let (run, index) = held.text.run else {
      return EncodedValue(try encoder.bytes(ofState: state))
    }
    found.uses += 1
    rule.notePatch(size: patch.text.count)
    guard rule.isDue || found.isCheckDue else {
      let text =
        patch.isEmpty
        ? held.text : EncodedText(run, run.append(patch.text, reorders: patch.addsMembers))
      hold(state, text, opaque: [], size: held.size + patch.growth)
      return EncodedValue(text)
    }
    let encoded: EncodedBytes
    do { encoded = try encoder.bytes(ofState: state) } catch {
      // A part that did not change encoded before.
      giveUp()
      throw error
    }
    let size = encoded.bytes.count
    guard run.isSound(after: index), encoded.opaque.isEmpty,
      TextRun.value(of: encoded.bytes) == TextRun.value(run.value(after: index), after: patch.text)
    else {
      giveUp()
      return EncodedValue(encoded)
    }
    found.passed(size)
    let next = TextRun(encoded.bytes, following: run, after: index, by: patch.text)
    hold(state, EncodedText(next, 0), opaque: [], size: size)
    return EncodedValue(EncodedText(next, 0))
  }

  private func isSame(_ bytes: [UInt8], _ text: EncodedText) -> Bool {
    // A text that was put together may have another order of members.
    if let run = text.run, run.index > 0 {
      return text.isSound && TextRun.value(of: bytes) == text.value
    }
    return Memory.areEqual(bytes, text.bytes)
  }

  private func giveUp() {
    held = nil
    isOff = true
  }

  /// Keeps a state that was encoded.
  private func hold<State>(_ state: State, _ text: EncodedText, opaque: [JSONPointer], size: Int) {
    guard !isOff else { return }
    if held?.type == ObjectIdentifier(State.self) {
      held?.memory.assumingMemoryBound(to: State.self).pointee = state
    } else {
      held = bits(of: State.self).map { TypedHeldState(state, $0, text) }
    }
    held?.text = text
    held?.opaque = opaque
    held?.size = size
  }

  private func bits(of type: Any.Type) -> ValueBits? {
    if let bits = types[ObjectIdentifier(type)] { return bits }
    let bits = ValueBits(of: type)
    if types.count < Self.mostTypes { types[ObjectIdentifier(type)] = .some(bits) }
    return bits
  }
}

extension StateTexts {
  /// How often a text may be taken without a check.
  private struct Trust {
    var uses = 0
    private var most = 1

    var isCheckDue: Bool { uses >= most }

    /// Notes a check that found the same text, of about that many bytes.
    mutating func passed(_ size: Int) {
      (uses, most) = (0, min(most * 2, max(longestTrust, size / bytesPerUse)))
    }
  }
}

/// A state at an address that stays.
private class HeldState {
  let type: ObjectIdentifier
  let bits: ValueBits
  let memory: UnsafeMutableRawPointer
  var text: EncodedText
  var opaque: [JSONPointer] = []
  /// About how many bytes the text has.
  var size = 0

  init(_ type: Any.Type, _ bits: ValueBits, _ memory: UnsafeMutableRawPointer, _ text: EncodedText)
  {
    (self.type, self.bits) = (ObjectIdentifier(type), bits)
    (self.memory, self.text) = (memory, text)
  }
}

private final class TypedHeldState<State>: HeldState {
  init(_ state: State, _ bits: ValueBits, _ text: EncodedText) {
    let memory = UnsafeMutablePointer<State>.allocate(capacity: 1)
    memory.initialize(to: state)
    super.init(State.self, bits, UnsafeMutableRawPointer(memory), text)
  }

  deinit {
    memory.assumingMemoryBound(to: State.self).deinitialize(count: 1)
    memory.deallocate()
  }
}
