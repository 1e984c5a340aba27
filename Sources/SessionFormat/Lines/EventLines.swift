/// An action that was dispatched but had not reached a reducer when the line was written.
///
/// It was reduced later if an ``ActionLine`` has its ``dispatch``: a middleware dispatched other
/// actions before it passed this one on.
public struct DispatchedLine: LineForm {
  static let kind = "dispatched"

  /// The last reduced action.
  public var n: Int
  /// Nanoseconds since the session started.
  public var t: Int
  /// The action's type, as in ``ActionLine/type``.
  public var type: String
  /// The encoded action.
  public var action: JSONValue
  /// The reduced action during which this one was dispatched.
  public var from: Int?
  /// The number of the dispatch during which this one was dispatched.
  public var within: Int?
  /// The number of this dispatch, by which other lines refer to it.
  public var dispatch: Int?
  /// The source position of the dispatch: `Module/File.swift:42`.
  public var at: String?
  /// Whether the action was only rendered.
  public var opaque = false
  /// The paths of the action's values that were left out when it was rendered.
  ///
  /// Nil if none were, or if the writer does not record them.
  public var cut: [String]?
  /// Members that this version does not know.
  public var extra: [Member] = []

  /// A line for an action that has not reached a reducer.
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
    members.add(extra)
  }
}

/// A bookmark by the app or by a person.
public struct MarkLine: LineForm {
  static let kind = "mark"

  /// The last reduced action.
  public var n: Int
  /// Nanoseconds since the session started.
  public var t: Int
  /// The text of the bookmark.
  public var text: String
  /// Members that this version does not know.
  public var extra: [Member] = []

  /// A bookmark.
  public init(n: Int, t: Int, text: String) {
    self.n = n
    self.t = t
    self.text = text
  }

  init(_ members: inout MemberReader) throws(LineFault) {
    n = try members.stepNumber("n")
    t = try members.count("t")
    text = try members.string("text")
    extra = members.rest
  }

  func write(to members: inout MemberSink) {
    members.add("n", n)
    members.add("t", t)
    members.add("text", text)
    members.add(extra)
  }
}

/// The states between the last `state` line and state `n` are not recorded.
public struct GapLine: LineForm {
  static let kind = "gap"

  /// The state with which the recording resumes.
  public var n: Int
  /// Nanoseconds since the session started.
  public var t: Int
  /// How many actions have no line either.
  public var lost: Int
  /// The reason for the gap.
  public var reason: String
  /// Members that this version does not know.
  public var extra: [Member] = []

  /// A gap.
  public init(n: Int, t: Int, lost: Int, reason: String) {
    self.n = n
    self.t = t
    self.lost = lost
    self.reason = reason
  }

  init(_ members: inout MemberReader) throws(LineFault) {
    n = try members.stepNumber("n")
    t = try members.count("t")
    lost = try members.count("lost")
    reason = try members.string("reason")
    extra = members.rest
  }

  func write(to members: inout MemberSink) {
    members.add("n", n)
    members.add("t", t)
    members.add("lost", lost)
    members.add("reason", reason)
    members.add(extra)
  }
}

/// The session was closed cleanly.
public struct EndLine: LineForm {
  static let kind = "end"

  /// The last reduced action.
  public var n: Int
  /// Nanoseconds since the session started.
  public var t: Int
  /// Members that this version does not know.
  public var extra: [Member] = []

  /// The last line of a session that was closed.
  public init(n: Int, t: Int) {
    self.n = n
    self.t = t
  }

  init(_ members: inout MemberReader) throws(LineFault) {
    n = try members.stepNumber("n")
    t = try members.count("t")
    extra = members.rest
  }

  func write(to members: inout MemberSink) {
    members.add("n", n)
    members.add("t", t)
    members.add(extra)
  }
}
