import Foundation
import Recorder
public import SessionFormat

/// A reducer host without its streams: takes a line and gives answers, by the protocol of the
/// session format ("The reducer host").
///
/// Not thread-safe.
public final class HostMachine<State: Codable, Action> {
  let host: ReducerHost<State, Action>
  let answers: LineText
  /// Called for each answer, which is the last of `answers`.
  private let answered: () -> Void
  let flush: () -> Void
  private let reader = ActionReader()
  let states = HostStates()
  /// The fingerprint of the host's own types; only computed for sessions that have one or are
  /// migrated.
  private lazy var types = StoreTypes(state: State.self, actions: host.codec.types).examined
  /// The migration of this session's values; nil if there is none.
  var migration: SessionMigration?
  private var recorded: SessionHeader?
  private var knownHint: TypeHint?
  /// How the types of this session differ, for error messages.
  var hint: TypeHint {
    let hint = knownHint ?? TypeHint(host.recordsTypes ? recorded : nil, own: types.fingerprint)
    knownHint = hint
    return hint
  }

  var current: HostState<State>?
  var kept: KeptAction<Action>?
  /// The last reduced step and its inputs.
  var lastScope: StepScope?
  var lastInputs: ReplayedInputs?
  /// Answers an input that the reducer took.
  private(set) lazy var answerInput: (InputLine) -> Void = { [weak self] input in
    self?.answer(SessionLine.input(input).document)
    self?.flush()
  }
  private var held: [String: HostState<State>] = [:]
  private var takesNextState = true
  var unreduced: Set<Int> = []
  /// Whether an action is answered only with its number.
  var isBrief = false
  /// Whether patches may have splices, as in the session.
  private var takesSplices = false
  /// Whether the session is redacted, so that an error's own message is not answered.
  var isRedacted = false

  /// A host for a store.
  ///
  /// - Parameters:
  ///   - store: The name of the store, as in its sessions.
  ///   - codec: Decodes the actions of lines.
  ///   - reduce: The app's reducer.
  ///   - answer: Receives each answer, a line without its checksum.
  ///   - flush: Sends the answers so far; called before each reduction.
  public convenience init(
    store: String, codec: ActionCodec<Action>,
    reduce: @escaping (inout State, Action) throws -> Void,
    answer: @escaping (JSONValue) -> Void, flush: @escaping () -> Void
  ) {
    self.init(
      ReducerHost(store: store, codec: codec, reduce: reduce), answer: answer, flush: flush)
  }

  convenience init(
    _ host: ReducerHost<State, Action>, answer: @escaping (JSONValue) -> Void,
    flush: @escaping () -> Void
  ) {
    let answers = LineText()
    let answered = {
      if let document = answers.lastDocument { answer(document) }
      answers.removeAll()
    }
    self.init(host, answers: answers, answered: answered, flush: flush)
  }

  /// The machine of a host, with answers as lines of text.
  ///
  /// - Parameter flush: Sends the answers, or ensures that they are sent even if the reducer ends
  ///   the process; called before each reduction.
  init(
    _ host: ReducerHost<State, Action>, answers: LineText, answered: @escaping () -> Void = {},
    flush: @escaping () -> Void
  ) {
    self.host = host
    self.answers = answers
    self.answered = answered
    self.flush = flush
  }

  /// Handles an action line in place.
  ///
  /// False if the line does not have the usual layout and must be handled like any other line.
  func handle(action bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard migration?.concernsActions != true, let decode = host.codec.decodeText,
      let line = reader.read(bytes)
    else { return false }
    reduceKept()
    // If it cannot be kept, the general handling of the line reports why.
    guard current != nil else { return false }
    return decode(reader, line.type) { keep($0, n: line.n, t: line.t, type: line.type) }
  }

  /// Handles a line.
  ///
  /// - Returns: False if the session is not for this host; the host must then end with status 1.
  public func handle(_ line: SessionLine) -> Bool {
    switch line {
    case .input(let input):
      if let kept, kept.isDue, kept.n == input.n { kept.take(input) }
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
    case .action(let action): keep(action)
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
    guard header.store.hasSameBytes(as: host.store) else {
      fail(
        nil, .wrongStore,
        "the session is of the store \(header.store), this host is for \(host.store)")
      return false
    }
    var own = SessionHeader(
      id: UUID().uuidString.lowercased(), started: header.started, store: host.store)
    own.hook = .reducer
    own.stateType = TypeName.of(State.self)
    own.actionType = TypeName.of(Action.self)
    own.app = host.app?.header
    own.platform = Platform.description
    own.redactions = header.redactions
    recorded = header
    (knownHint, isBrief) = (nil, false)
    let types = host.recordsTypes && header.fingerprint != nil ? self.types.fingerprint : nil
    migration = SessionMigration(host.migrations, header, own: types)
    // A session of migrated values carries its types, which shows that it is already migrated.
    let isTold = host.recordsTypes && (header.fingerprint != nil || migration != nil)
    own.fingerprint = isTold ? .string(self.types.fingerprint.text) : nil
    if let migration {
      own.extra = [Member(name: "migrates", value: .array(migration.labels.map(JSONValue.string)))]
    }
    if isTold { own.unencodedParts = self.types.unencoded }
    own.reusesStates = true
    own.hasSplices = header.hasSplices && migration == nil
    takesSplices = own.hasSplices
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
      held[key] = current.copy()
      answer(HostAnswer.held(key: key, n: current.n).document)
    case .back(let key):
      guard let kept = held[key] else { return fail(nil, .notHeld, "nothing is held as \(key)") }
      current = kept.copy()
      takesNextState = false
      answer(HostAnswer.back(key: key, n: kept.n).document)
    case .drop(let key): held[key] = nil
    case .brief(let isBrief): self.isBrief = isBrief
    case .reuse(true): states.reuse(splices: takesSplices)
    case .reuse(false):
      let isSame = states.stopReusing(current.map { ($0.value.pointee, $0.writer.last) })
      answer(HostAnswer.reused(isSame: isSame).document)
    }
  }

  // MARK: States

  private func take(_ line: StateLine) {
    guard
      takesNextState || unreduced.remove(line.n) != nil
        || (current == nil && line.content.isWhole)
    else { return }
    takesNextState = false
    if let state = state(of: line.content, n: line.n) { become(line.n, state) }
  }

  private func take(_ line: OutsideLine) {
    guard let state = state(of: line.content, n: line.n),
      let (encoded, migrated) = adopt(line.n, state, isState: false)
    else { return }
    answers.begin("outside", n: line.n)
    answers.add("t", line.t)
    answers.add("state", text: encoded.text.bytes)
    if !migrated.isEmpty { answers.add("migrated", migrated) }
    endAnswer()
  }

  /// The whole state of a line's content; nil if it is unknown, which is answered.
  private func state(of content: StateContent, n: Int) -> JSONValue? {
    switch content {
    case .whole(let state): return state
    case .patch(let patch):
      guard let current else { return nil }  // passed over until a whole state comes
      guard migration == nil else {
        lose(n, "state \(n): a patch has the recorded form, so a whole state is needed")
        return nil
      }
      do { return try patch.applied(to: current.writer.last.value) } catch {
        lose(n, "state \(n): the patch does not apply: \(error)")
        return nil
      }
    }
  }

  /// Makes a state current and answers it.
  private func become(_ n: Int, _ state: JSONValue) {
    guard let (encoded, migrated) = adopt(n, state, isState: true) else { return }
    answers.begin("state", n: n)
    answers.add("state", text: encoded.text.bytes)
    if encoded.isOpaque { answers.add("opaque", encoded.opaque) }
    if !migrated.isEmpty { answers.add("migrated", migrated) }
    endAnswer()
  }

  /// Makes a state current; returns its encoding and migrations, or nil if it does not decode.
  private func adopt(
    _ n: Int, _ state: JSONValue, isState: Bool
  ) -> (Snapshot, migrated: [String])? {
    do {
      let migrated = try migration?.state(state)
      let decoded = try ValueDecoder().decode(State.self, from: migrated?.json ?? state)
      let encoded = states.snapshot(of: decoded)
      // Only `state` lines list opaque places.
      let stated = isState ? encoded.opaque : current?.writtenOpaque ?? []
      var writer = StateWriter(first: encoded.text)
      writer.takesSplices = takesSplices
      current = HostState(n: n, decoded, writer: writer, writtenOpaque: stated)
      return (encoded, migrated?.done ?? [])
    } catch {
      lose(n, "state \(n): \(ValueDecoder.describe(error))" + hint.words(forState: error))
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

  func answer(_ document: JSONValue) {
    answers.add(document)
    answered()
  }

  func endAnswer() {
    answers.end()
    answered()
  }
}
