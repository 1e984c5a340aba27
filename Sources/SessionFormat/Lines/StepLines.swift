/// An action, written before the reducer runs.
public struct ActionLine: LineForm {
  static let kind = "action"

  /// The number of the action, and of the state that it leads to.
  public var n: Int
  /// Nanoseconds since the session started, on a monotonic clock.
  public var t: Int
  /// The registered name; otherwise the enum cases joined by dots; otherwise the type's name.
  public var type: String
  /// The encoded action.
  public var action: JSONValue
  /// The action during which this one was dispatched.
  public var from: Int?
  /// The number of the dispatch, not reduced by then, during which this one was dispatched: for
  /// example the ``DispatchedLine/dispatch`` of a thunk.
  public var within: Int?
  /// The number of its own dispatch, if others were dispatched within it before it was reduced.
  public var dispatch: Int?
  /// The source position of the dispatch: `Module/File.swift:42`.
  public var at: String?
  /// Whether the action was only rendered and cannot be decoded.
  public var opaque = false
  /// The paths of the action's values that were left out when it was rendered.
  ///
  /// Nil if none were, or if the writer does not record them.
  public var cut: [String]?
  /// The number before renumbering.
  public var was: Int?
  /// Whether it was inserted after the recording.
  public var isNew = false
  /// Members that this version does not know.
  public var extra: [Member] = []

  /// An action line.
  public init(n: Int, t: Int, type: String, action: JSONValue) {
    self.n = n
    self.t = t
    self.type = type
    self.action = action
  }

  init(_ members: inout MemberReader) throws(LineFault) {
    n = try members.stepNumber("n")
    t = try members.count("t")
    type = try members.string("type")
    action = try members.value("action")
    from = try members.optionalCount("from")
    within = try members.optionalCount("within")
    dispatch = try members.optionalCount("dispatch")
    at = try members.optionalString("at")
    opaque = try members.flag("opaque")
    cut = try members.strings("cut")
    was = try members.optionalCount("was")
    isNew = try members.flag("new")
    extra = members.rest
  }

  func write(to members: inout MemberSink) {
    members.add("n", n)
    members.add("t", t)
    members.add("type", type)
    members.add("action", action)
    members.add("from", from)
    members.add("within", within)
    members.add("dispatch", dispatch)
    members.add("at", at)
    members.add("opaque", flag: opaque)
    members.add("cut", cut)
    members.add("was", was)
    members.add("new", flag: isNew)
    members.add(extra)
  }
}

/// A value that the reducer took from outside while it reduced action `n`.
public struct InputLine: LineForm {
  static let kind = "input"

  /// The number of that action.
  public var n: Int
  /// The input's name: `date`, `uuid`, `random`, or a name chosen by the app.
  public var name: String
  /// The encoded value.
  public var value: JSONValue
  /// Whether a replay had no recorded value for it.
  public var fresh = false
  /// Members that this version does not know.
  public var extra: [Member] = []

  /// An input line.
  public init(n: Int, name: String, value: JSONValue) {
    self.n = n
    self.name = name
    self.value = value
  }

  init(_ members: inout MemberReader) throws(LineFault) {
    n = try members.stepNumber("n")
    name = try members.string("is")
    value = try members.value("value")
    fresh = try members.flag("fresh")
    extra = members.rest
  }

  func write(to members: inout MemberSink) {
    members.add("n", n)
    members.add("is", name)
    members.add("value", value)
    members.add("fresh", flag: fresh)
    members.add(extra)
  }
}

/// The state in a line: whole, or as changes to the previous state.
public enum StateContent: Equatable, Sendable {
  /// The whole state.
  case whole(JSONValue)
  /// A patch (RFC 6902) of the previous state.
  case patch(JSONPatch)

  /// Whether it can be read without the previous state.
  public var isWhole: Bool {
    if case .whole = self { return true }
    return false
  }

  var hasSplice: Bool { if case .patch(let patch) = self { patch.hasSplice } else { false } }

  init(_ members: inout MemberReader) throws(LineFault) {
    if let state = members.optional("state") {
      // With both members, it would be undefined which one holds.
      guard members.optional("patch") == nil else {
        throw .illTyped("patch", expected: "left out where there is a state")
      }
      self = .whole(state)
    } else if let patch = members.optional("patch") {
      do { self = .patch(try JSONPatch(patch)) } catch {
        throw .illTyped("patch", expected: "a JSON Patch, but \(error)")
      }
    } else {
      throw .missing("state")
    }
  }

  func write(to members: inout MemberSink) {
    switch self {
    case .whole(let state): members.add("state", state)
    case .patch(let patch): members.add("patch", patch)
    }
  }

  /// The whole state, computed from the previous one (unless this is already whole).
  ///
  /// - Parameters:
  ///   - before: The previous state.
  ///   - limits: The limits of what a patch may make of it.
  public func state(
    after before: JSONValue, limits: JSONPatch.Limits = JSONPatch.Limits()
  ) throws(JSONPatchError) -> JSONValue {
    switch self {
    case .whole(let state): state
    case .patch(let patch): try patch.applied(to: before, limits: limits)
    }
  }
}

/// The state after action `n`.
public struct StateLine: LineForm {
  static let kind = "state"

  /// The number of the state.
  public var n: Int
  /// The state, whole or as a patch.
  public var content: StateContent
  /// All opaque places of the state; nil on a patch line means those of the previous state.
  public var opaque: [String]?
  /// The paths of the state's values that were left out when it was rendered.
  ///
  /// Nil if none were, or if the writer does not record them.
  public var cut: [String]?
  /// The reducer's error.
  public var threw: String?
  /// Whether `repair` made this line with a host.
  public var recomputed = false
  /// The time in the reducer, in nanoseconds.
  public var took: Int?
  /// Members that this version does not know.
  public var extra: [Member] = []

  /// A state line.
  public init(n: Int, content: StateContent) {
    self.n = n
    self.content = content
  }

  init(_ members: inout MemberReader) throws(LineFault) {
    n = try members.stepNumber("n")
    content = try StateContent(&members)
    opaque = try members.strings("opaque")
    cut = try members.strings("cut")
    threw = try members.optionalString("threw")
    recomputed = try members.flag("recomputed")
    took = try members.optionalCount("took")
    extra = members.rest
  }

  func write(to members: inout MemberSink) {
    members.add("n", n)
    content.write(to: &members)
    members.add("opaque", opaque)
    members.add("cut", cut)
    members.add("threw", threw)
    members.add("recomputed", flag: recomputed)
    members.add(extra)
    members.add("took", took)
  }
}

/// State `n` again, as a whole.
public struct KeyframeLine: LineForm {
  static let kind = "keyframe"

  /// The number of the state.
  public var n: Int
  /// The whole state.
  public var state: JSONValue
  /// The paths of the state's values that were left out when it was rendered.
  ///
  /// Nil if none were, or if the writer does not record them.
  public var cut: [String]?
  /// Members that this version does not know.
  public var extra: [Member] = []

  /// A keyframe line.
  public init(n: Int, state: JSONValue) {
    self.n = n
    self.state = state
  }

  init(_ members: inout MemberReader) throws(LineFault) {
    n = try members.stepNumber("n")
    state = try members.value("state")
    cut = try members.strings("cut")
    extra = members.rest
  }

  func write(to members: inout MemberSink) {
    members.add("n", n)
    members.add("state", state)
    members.add("cut", cut)
    members.add(extra)
  }
}

/// State `n` changed to this without an action.
public struct OutsideLine: LineForm {
  static let kind = "outside"

  /// The number of the state that changed.
  public var n: Int
  /// Nanoseconds from the start of the session to the discovery of the change.
  public var t: Int
  /// The state, whole or as a patch of what it was.
  public var content: StateContent
  /// The paths of the state's values that were left out when it was rendered.
  ///
  /// Nil if none were, or if the writer does not record them.
  public var cut: [String]?
  /// Members that this version does not know.
  public var extra: [Member] = []

  /// An outside line.
  public init(n: Int, t: Int, content: StateContent) {
    self.n = n
    self.t = t
    self.content = content
  }

  init(_ members: inout MemberReader) throws(LineFault) {
    n = try members.stepNumber("n")
    t = try members.count("t")
    content = try StateContent(&members)
    cut = try members.strings("cut")
    extra = members.rest
  }

  func write(to members: inout MemberSink) {
    members.add("n", n)
    members.add("t", t)
    content.write(to: &members)
    members.add("cut", cut)
    members.add(extra)
  }
}
