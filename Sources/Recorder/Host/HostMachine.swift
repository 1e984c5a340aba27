import Foundation
public import SessionFormat

/// A reducer host without its streams: a line in, answers out, as the session format's protocol
/// says ("The reducer host").
///
/// Not thread-safe.
public final class HostMachine<State: Codable, Action> {
  private struct Current {
    var n: Int
    var state: State
    /// The state as it was last answered; patches start from it.
    var encoded: Snapshot
    /// The opaque places as the last `state` line said; one of `outside` says none.
    var statedOpaque: [String]
  }

  private struct Kept {
    let line: ActionLine
    var inputs: [InputLine] = []
  }

  private let store: String
  private let codec: ActionCodec<Action>
  private let reduce: (inout State, Action) throws -> Void
  private let answer: (JSONValue) -> Void
  private let flush: () -> Void

  private var current: Current?
  private var kept: Kept?
  private var held: [String: Current] = [:]
  private var takesNextState = true
  private var unreduced: Set<Int> = []
  /// Whether the session hides values, so that an error's own words are not answered.
  private var isRedacted = false

  /// A host for one store.
  ///
  /// - Parameters:
  ///   - store: The name of the store, as sessions give it.
  ///   - codec: Makes actions of lines.
  ///   - reduce: The app's reducer.
  ///   - answer: Takes each answer, a line without its checksum.
  ///   - flush: Sends what was answered on its way; called before each reduction.
  public init(
    store: String, codec: ActionCodec<Action>,
    reduce: @escaping (inout State, Action) throws -> Void,
    answer: @escaping (JSONValue) -> Void, flush: @escaping () -> Void
  ) {
    self.store = store
    self.codec = codec
    self.reduce = reduce
    self.answer = answer
    self.flush = flush
  }

  /// Handles a line.
  ///
  /// - Returns: False where the session is not for this host, which must then end with status 1.
  public func handle(_ line: SessionLine) -> Bool {
    switch line {
    case .input(let input):
      if kept?.line.n == input.n { kept?.inputs.append(input) }
      return true
    case .mark, .dispatched: return true
    case .unknown(let unknown):
      handle(unknown)
      return true
    default: break
    }
    reduceKept()
    switch line {
    case .session(let header): return open(header)
    case .action(let action): kept = Kept(line: action)
    case .state(let state): take(state)
    case .keyframe(let keyframe): if current == nil { become(keyframe.n, keyframe.state) }
    case .outside(let outside): take(outside)
    case .gap(let gap):
      answer(SessionLine.gap(gap).document)
      takesNextState = true
    case .end: answer(line.document)
    case .input, .mark, .dispatched, .unknown: break
    }
    return true
  }

  /// Handles the end of the input.
  public func finish() { reduceKept() }

  private func open(_ header: SessionHeader) -> Bool {
    guard header.store.hasSameBytes(as: store) else {
      fail(
        nil, .wrongStore, "the session is of the store \(header.store), this host is for \(store)")
      return false
    }
    var own = SessionHeader(
      id: UUID().uuidString.lowercased(), started: header.started, store: store)
    own.hook = .reducer
    own.stateType = TypeName.of(State.self)
    own.actionType = TypeName.of(Action.self)
    own.platform = Platform.description
    own.redactions = header.redactions
    isRedacted = !(header.redactions ?? []).isEmpty
    own.continues = header.continues
    answer(SessionLine.session(own).document)
    return true
  }

  private func handle(_ line: UnknownLine) {
    let request: HostRequest?
    do { request = try HostRequest(line) } catch { return }
    guard let request else { return }
    reduceKept()
    switch request {
    case .go: break
    case .reset(let n, let state):
      takesNextState = false
      unreduced = []
      become(n, state)
    case .hold(let key):
      guard let current else { return fail(nil, .notHeld, "there is no state to hold as \(key)") }
      held[key] = current
      answer(HostAnswer.held(key: key, n: current.n).document)
    case .back(let key):
      guard let kept = held[key] else { return fail(nil, .notHeld, "nothing is held as \(key)") }
      current = kept
      takesNextState = false
      answer(HostAnswer.back(key: key, n: kept.n).document)
    case .drop(let key): held[key] = nil
    }
  }

  // MARK: States

  private func take(_ line: StateLine) {
    var isWhole = false
    if case .whole = line.content { isWhole = true }
    let isTaken = takesNextState || unreduced.remove(line.n) != nil || (current == nil && isWhole)
    guard isTaken else { return }
    takesNextState = false
    if let state = state(of: line.content, n: line.n) { become(line.n, state) }
  }

  private func take(_ line: OutsideLine) {
    guard let state = state(of: line.content, n: line.n),
      let encoded = adopt(line.n, state, isState: false)
    else { return }
    let content = StateContent.whole(encoded.value)
    answer(SessionLine.outside(OutsideLine(n: line.n, t: line.t, content: content)).document)
  }

  /// The whole state that a line means; nil where that cannot be told, which is answered.
  private func state(of content: StateContent, n: Int) -> JSONValue? {
    switch content {
    case .whole(let state): return state
    case .patch(let patch):
      guard let current else { return nil }  // passed over until a whole state comes
      do { return try patch.applied(to: current.encoded.value) } catch {
        lose(n, "state \(n): the patch does not apply: \(error)")
        return nil
      }
    }
  }

  /// Makes a state current and answers it.
  private func become(_ n: Int, _ state: JSONValue) {
    guard let encoded = adopt(n, state, isState: true) else { return }
    var line = StateLine(n: n, content: .whole(encoded.value))
    line.opaque = encoded.opaque.isEmpty ? nil : encoded.opaque
    answer(SessionLine.state(line).document)
  }

  /// Makes a state current; how it encodes again, or nil where it does not decode.
  private func adopt(_ n: Int, _ state: JSONValue, isState: Bool) -> Snapshot? {
    do {
      let decoded = try ValueDecoder().decode(State.self, from: state)
      let encoded = Snapshot.of(decoded)
      // Only what is answered in a `state` line tells opaque places.
      let stated = isState ? encoded.opaque : current?.statedOpaque ?? []
      current = Current(n: n, state: decoded, encoded: encoded, statedOpaque: stated)
      return encoded
    } catch {
      lose(n, "state \(n): \(ValueDecoder.describe(error))")
      return nil
    }
  }

  private func lose(_ n: Int, _ message: String) {
    current = nil
    fail(n, .undecodableState, message)
  }

  private func fail(_ n: Int?, _ reason: HostError.Reason, _ message: String) {
    answer(HostAnswer.error(HostError(n: n, reason, message)).document)
  }

  // MARK: Actions

  private func reduceKept() {
    guard let kept else { return }
    self.kept = nil
    do throws(HostError) {
      guard let current else {
        throw HostError(n: kept.line.n, .noState, "\(kept.line.type): there is no state to reduce")
      }
      let action = try codec.decode(kept.line)
      unreduced.remove(kept.line.n)
      reduce(kept, action, from: current)
    } catch {
      unreduced.insert(kept.line.n)
      answer(HostAnswer.error(error).document)
    }
  }

  private func reduce(_ kept: Kept, _ action: Action, from before: Current) {
    let given = kept.line
    let encoded = action is any Encodable ? Snapshot.of(action).value : given.action
    let line = ActionLine(n: given.n, t: given.t, type: given.type, action: encoded)
    answer(SessionLine.action(line).document)
    unreduced.remove(given.n)
    flush()
    let inputs = ReplayedInputs(n: given.n, recorded: kept.inputs) { [answer, flush] input in
      answer(SessionLine.input(input).document)
      flush()
    }
    let scope = StepScope(n: given.n, inputs: inputs, recorder: nil, phase: .reducing)
    var state = before.state
    let start = Platform.monotonicNanoseconds()
    let thrown = scope.run { () -> (any Error)? in
      do { try reduce(&state, action) } catch { return error }
      return nil
    }
    let took = Int(clamping: Platform.monotonicNanoseconds() &- start)
    _ = scope.finish()
    answerState(given.n, state, from: before, threw: thrown, took: took)
  }

  private func answerState(
    _ n: Int, _ state: State, from before: Current, threw: (any Error)?, took: Int
  ) {
    let after = Snapshot.of(state)
    var history = StateHistory(first: before.encoded)
    var line = StateLine(n: n, content: history.advance(to: after))
    line.opaque = after.opaqueMember(in: line.content, stated: before.statedOpaque)
    line.threw = threw.map {
      isRedacted ? ErrorName.of($0) : TypeName.withoutAddresses(String(describing: $0))
    }
    line.took = took
    current = Current(n: n, state: state, encoded: after, statedOpaque: after.opaque)
    answer(SessionLine.state(line).document)
  }
}
