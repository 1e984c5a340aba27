import SessionFormat

/// A branch's own steps: its actions, and the states from the host's answers.
///
/// States are kept as lines of text, and made on request from the nearest of the whole states kept
/// at intervals. A value that shares its whole states; thread-safe.
struct OwnSteps: Sendable {
  /// A step to add.
  struct Added {
    /// The number of the recorded action; nil for one of the branch's own.
    var origin: Int?
    /// The line of the branch's own action.
    var action: ActionLine?
    var inputs: [InputLine] = []
    /// Whether the host did not report these, which is optional.
    var isUntold = false
    /// The host's reason if it did not reduce the action; the state is then unchanged.
    var refusal: HostError?
    /// The line of the state; nil if there is none or it is unchanged.
    var line: StateLine?
    /// The same line as the host wrote it, up to its checksum, if known.
    var text: ArraySlice<UInt8>?
    /// The state; nil if unknown.
    var state: JSONValue?
  }

  private static let spacing = 256
  /// A longer whole state is replaced by a patch, if that is shorter.
  private static let longestWhole = 4096

  private var origins: [Int] = []
  private var actions: [Int: ActionLine] = [:]
  private var inputs: [Int: [InputLine]] = [:]
  /// The steps whose inputs the host did not report.
  private var untold: Set<Int> = []
  private(set) var refusals: [Int: HostError] = [:]
  private var text: [UInt8] = []
  private var ends: [Int] = []
  private var wholes: [Int: JSONValue] = [:]
  private var lastWhole = -1
  /// The opaque places that the lines give, each time they change.
  private var opaque: [(index: Int, places: [JSONPointer])] = []
  /// The states that were made last, so that a walk makes each once.
  private var recent = RecentMemo<JSONValue>()

  var count: Int { ends.count }

  /// Adds a step; `before` is the state before it.
  mutating func append(_ step: Added, after before: JSONValue?) {
    // From here on a copy differs from its original.
    if !isKnownUniquelyReferenced(&recent) { recent = RecentMemo() }
    let index = ends.count
    origins.append(step.origin ?? -1)
    if let action = step.action { actions[index] = action }
    if !step.inputs.isEmpty { inputs[index] = step.inputs }
    if step.isUntold, !step.inputs.isEmpty { untold.insert(index) }
    if let refusal = step.refusal { refusals[index] = refusal }
    if var line = step.line {
      if let places = line.opaquePlaces, opaque.last?.places != places {
        opaque.append((index, places))
      }
      if case .whole(let whole) = line.content, let before, whole.textSize > Self.longestWhole {
        let patch = JSONPatch(from: before, to: whole, within: whole.textSize)
        if let patch, patch.document.textSize < whole.textSize, line.opaque == nil {
          line.content = .patch(patch)
        }
        append(Self.text(of: line))
      } else {
        append(step.text ?? Self.text(of: line))
      }
      if line.content.isWhole { lastWhole = index }
    }
    ends.append(text.count)
    guard let state = step.state, index - lastWhole >= Self.spacing else { return }
    wholes[index] = state
    lastWhole = index
  }

  /// Adds a recorded action and its patch, as the host wrote it up to its checksum.
  ///
  /// - Parameter state: The state after it, called if that is to be kept.
  mutating func append(patch: ArraySlice<UInt8>, origin: Int, state: () -> JSONValue) {
    if !isKnownUniquelyReferenced(&recent) { recent = RecentMemo() }
    let index = ends.count
    origins.append(origin)
    append(patch)
    ends.append(text.count)
    guard index - lastWhole >= Self.spacing else { return }
    wholes[index] = state()
    lastWhole = index
  }

  /// Adds a line without its closing brace.
  private mutating func append(_ line: ArraySlice<UInt8>) {
    text += line
    text.append(UInt8(ascii: "}"))
  }

  private static func text(of line: StateLine) -> ArraySlice<UInt8> {
    // Without the brace and the line end.
    LineCoding.bytes(of: SessionLine.state(line).document, crc: false).dropLast(2)
  }

  /// Its first `count` steps.
  func prefix(_ count: Int) -> OwnSteps {
    var prefix = OwnSteps()
    let count = min(count, self.count)
    guard count > 0 else { return prefix }
    prefix.origins = Array(origins.prefix(count))
    prefix.ends = Array(ends.prefix(count))
    prefix.text = Array(text.prefix(ends[count - 1]))
    prefix.actions = actions.filter { $0.key < count }
    prefix.inputs = inputs.filter { $0.key < count }
    prefix.untold = untold.filter { $0 < count }
    prefix.refusals = refusals.filter { $0.key < count }
    prefix.wholes = wholes.filter { $0.key < count }
    prefix.opaque = opaque.filter { $0.index < count }
    prefix.lastWhole = prefix.wholes.keys.max() ?? -1
    return prefix
  }

  /// Drops the inputs that a host did not report, once it has reported others: they were not read.
  mutating func dropUntold() {
    for index in untold { inputs[index] = nil }
    untold = []
  }

  /// The recorded number of an action; nil for one of the branch's own.
  func origin(_ index: Int) -> Int? { origins[index] < 0 ? nil : origins[index] }

  /// The step of a recorded action before a given step; nil if none of these steps is of it.
  func index(ofOrigin n: Int, before index: Int) -> Int? {
    origins[..<index].lastIndex(of: n)
  }

  /// The branch's own action.
  func action(_ index: Int) -> ActionLine? { actions[index] }
  func inputs(_ index: Int) -> [InputLine] { inputs[index] ?? [] }
  func hasState(_ index: Int) -> Bool { !lineBytes(index).isEmpty || refusals[index] != nil }

  /// The line of the state as the host wrote it; nil if there is none.
  func stateLine(_ index: Int) -> StateLine? {
    let bytes = lineBytes(index)
    guard !bytes.isEmpty else { return nil }
    let read = bytes.withUnsafeBufferPointer { bytes in
      try? LineCoding.line(bytes, crc: .forbidden, isChecked: false).line
    }
    guard case .state(let line)? = read else { return nil }
    return line
  }

  /// The opaque places of the state after a step; nil if they are those of the state before the
  /// first step.
  func opaquePlaces(_ index: Int) -> [JSONPointer]? {
    opaque.last { $0.index <= index }?.places
  }

  /// Whether the host gave opaque places for any state.
  var hasOpaque: Bool { opaque.contains { !$0.places.isEmpty } }

  private func lineBytes(_ index: Int) -> ArraySlice<UInt8> {
    text[(index > 0 ? ends[index - 1] : 0)..<ends[index]]
  }

  /// Keeps an equal state for a step, so that later states share its parts.
  func adopt(_ index: Int, _ state: JSONValue) { recent.keep(state, of: index) }

  /// The state after a step, given the one before the first; nil if unknown.
  ///
  /// Complexity: O(patches since the nearest kept state).
  func state(_ index: Int, after start: () throws(InspectorError) -> JSONValue)
    throws(InspectorError) -> JSONValue?
  {
    guard hasState(index) else { return nil }
    var (at, state): (Int, JSONValue?) = (-1, nil)
    if let known = recent.nearest(to: index) { (at, state) = (known.n, known.value) }
    if let whole = (at + 1..<index + 1).last(where: { wholes[$0] != nil }) {
      (at, state) = (whole, wholes[whole])
    }
    let known = if let state { state } else { try start() }
    var cursor = StateCursor(known, gathers: index - at > 2)
    while at < index {
      at += 1
      if lineBytes(at).withUnsafeBufferPointer({ cursor.gather($0, hasCRC: false) }) { continue }
      guard let line = stateLine(at) else { continue }
      let before = cursor.reached()
      // It applied when the host answered it.
      cursor.become((try? line.content.state(after: before)) ?? before)
    }
    let now = cursor.reached()
    recent.keep(now, of: index)
    return now
  }
}
