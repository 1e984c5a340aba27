/// One line of a session file, as a kind of the session format with its members.
///
/// Members that a kind does not know are kept in `extra` and written again. A line of an unknown
/// kind is kept whole.
public enum SessionLine: Equatable, Sendable {
  /// The first line.
  case session(SessionHeader)
  /// An action, written before the reducer runs.
  case action(ActionLine)
  /// A value that the reducer took from outside.
  case input(InputLine)
  /// The state after an action.
  case state(StateLine)
  /// The same state again, whole.
  case keyframe(KeyframeLine)
  /// A change of the state without an action.
  case outside(OutsideLine)
  /// An action that was dispatched but had not reached a reducer by then.
  case dispatched(DispatchedLine)
  /// A bookmark.
  case mark(MarkLine)
  /// States that are not recorded.
  case gap(GapLine)
  /// The session was closed cleanly.
  case end(EndLine)
  /// A line of a kind that this version does not know.
  case unknown(UnknownLine)

  /// The name in the member `kind`.
  public var kind: String {
    switch self {
    case .session: SessionHeader.kind
    case .action: ActionLine.kind
    case .input: InputLine.kind
    case .state: StateLine.kind
    case .keyframe: KeyframeLine.kind
    case .outside: OutsideLine.kind
    case .dispatched: DispatchedLine.kind
    case .mark: MarkLine.kind
    case .gap: GapLine.kind
    case .end: EndLine.kind
    case .unknown(let line): line.kind
    }
  }

  /// Whether it has a patch with a splice.
  package var hasSplice: Bool {
    switch self {
    case .state(let line): line.content.hasSplice
    case .outside(let line): line.content.hasSplice
    default: false
    }
  }

  /// The number of the line's action or state; nil if it has none.
  public var n: Int? {
    switch self {
    case .session: nil
    case .action(let line): line.n
    case .input(let line): line.n
    case .state(let line): line.n
    case .keyframe(let line): line.n
    case .outside(let line): line.n
    case .dispatched(let line): line.n
    case .mark(let line): line.n
    case .gap(let line): line.n
    case .end(let line): line.n
    case .unknown(let line): line.document["n"]?.int
    }
  }

  /// Reads a line from its JSON object (without `crc`).
  ///
  /// - Throws: A ``LineFault`` if a required member is missing or has the wrong type.
  public init(_ document: JSONValue) throws(LineFault) {
    try self.init(document, hasCRC: false)
  }

  /// Reads a line from its JSON object; a verified `crc` does not count as a member.
  init(_ document: JSONValue, hasCRC: Bool) throws(LineFault) {
    var members = try MemberReader(document)
    if hasCRC { _ = members.optional("crc") }
    switch try members.string("kind") {
    case SessionHeader.kind: self = .session(try SessionHeader(&members))
    case ActionLine.kind: self = .action(try ActionLine(&members))
    case InputLine.kind: self = .input(try InputLine(&members))
    case StateLine.kind: self = .state(try StateLine(&members))
    case KeyframeLine.kind: self = .keyframe(try KeyframeLine(&members))
    case OutsideLine.kind: self = .outside(try OutsideLine(&members))
    case DispatchedLine.kind: self = .dispatched(try DispatchedLine(&members))
    case MarkLine.kind: self = .mark(try MarkLine(&members))
    case GapLine.kind: self = .gap(try GapLine(&members))
    case EndLine.kind: self = .end(try EndLine(&members))
    case let kind:
      let document = hasCRC ? document.object?.removing("crc") : nil
      self = .unknown(UnknownLine(kind: kind, document: document ?? members.document))
    }
  }

  /// The line as a JSON object (without `crc`); the members are in a writer's order.
  public var document: JSONValue {
    if case .unknown(let line) = self { return line.document }
    var members = MemberSink(kind: kind)
    write(to: &members)
    return members.document
  }

  /// Writes the members; none of a line of an unknown kind.
  func write(to members: inout MemberSink) {
    switch self {
    case .session(let line): line.write(to: &members)
    case .action(let line): line.write(to: &members)
    case .input(let line): line.write(to: &members)
    case .state(let line): line.write(to: &members)
    case .keyframe(let line): line.write(to: &members)
    case .outside(let line): line.write(to: &members)
    case .dispatched(let line): line.write(to: &members)
    case .mark(let line): line.write(to: &members)
    case .gap(let line): line.write(to: &members)
    case .end(let line): line.write(to: &members)
    case .unknown: break
    }
  }
}

/// A kind of line: how it is read from its members and written to them.
protocol LineForm: Equatable, Sendable {
  init(_ members: inout MemberReader) throws(LineFault)
  func write(to members: inout MemberSink)
}

/// A line of a kind that this version does not know.
public struct UnknownLine: Equatable, Sendable {
  /// The name in the member `kind`.
  public let kind: String
  /// The whole line.
  public let document: JSONValue
}

/// Why a JSON object is not a line of its kind.
public enum LineFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// The line is JSON, but not an object.
  case notAnObject
  /// A required member is missing.
  case missing(String)
  /// A member does not have its required type.
  case illTyped(String, expected: String)

  /// The fault in words.
  public var description: String {
    switch self {
    case .notAnObject: "the line is not a JSON object"
    case .missing(let name): "the member \(JSONValue.string(name)) is missing"
    case .illTyped(let name, let expected):
      "the member \(JSONValue.string(name)) must be \(expected)"
    }
  }
}
