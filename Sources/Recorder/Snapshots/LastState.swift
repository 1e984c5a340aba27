import SessionFormat

/// The last state that was encoded, and its text.
///
/// The state is retained, so that its bits prove something: see ``ValueBits``. A type's own
/// `encode(to:)` may still depend on more than the value. So a known state is encoded nevertheless
/// from time to time; if the text differs, this is given up for good. Not thread-safe.
struct LastState {
  /// Known texts are taken 1, 2, 4 and so on times between two checks, and at most 64 times.
  private static let longestTrust = 6
  /// The most types of states whose bits are remembered; a recorder has one store, and usually one.
  private static let mostTypes = 16

  private var types: [ObjectIdentifier: ValueBits?] = [:]
  private var held: HeldState?
  private var uses = 0
  private var trust = 0
  private var isOff = false

  /// The text of a state if it is the last one.
  mutating func text<State>(of state: State) -> EncodedBytes? {
    guard let held, isLast(state, held) else { return nil }
    uses += 1
    return held.text
  }

  private func isLast<State>(_ state: State, _ held: HeldState) -> Bool {
    held.type == ObjectIdentifier(State.self)
      && withUnsafePointer(to: state) { held.bits.areEqual(held.memory, $0) }
  }

  /// Whether the next state is to be encoded even if it is the last one.
  var isCheckDue: Bool { uses >= 1 << trust }

  /// Keeps a state that was encoded.
  mutating func keep<State>(_ state: State, _ text: EncodedBytes) {
    guard !isOff else { return }
    if let held, isLast(state, held) {
      guard held.text == text else {
        self = LastState()
        isOff = true
        return
      }
      (uses, trust) = (0, min(trust + 1, Self.longestTrust))
    }
    if let held, held.type == ObjectIdentifier(State.self) {
      held.memory.assumingMemoryBound(to: State.self).pointee = state
      held.text = text
    } else {
      held = bits(of: State.self).map { TypedHeldState(state, $0, text) }
    }
  }

  private mutating func bits(of type: Any.Type) -> ValueBits? {
    if let bits = types[ObjectIdentifier(type)] { return bits }
    let bits = ValueBits(of: type)
    if types.count < Self.mostTypes { types[ObjectIdentifier(type)] = .some(bits) }
    return bits
  }
}

/// A state at an address that stays.
private class HeldState {
  let type: ObjectIdentifier
  let bits: ValueBits
  let memory: UnsafeMutableRawPointer
  var text: EncodedBytes

  init(_ type: Any.Type, _ bits: ValueBits, _ memory: UnsafeMutableRawPointer, _ text: EncodedBytes)
  {
    (self.type, self.bits) = (ObjectIdentifier(type), bits)
    (self.memory, self.text) = (memory, text)
  }
}

private final class TypedHeldState<State>: HeldState {
  init(_ state: State, _ bits: ValueBits, _ text: EncodedBytes) {
    let memory = UnsafeMutablePointer<State>.allocate(capacity: 1)
    memory.initialize(to: state)
    super.init(State.self, bits, UnsafeMutableRawPointer(memory), text)
  }

  deinit {
    memory.assumingMemoryBound(to: State.self).deinitialize(count: 1)
    memory.deallocate()
  }
}
