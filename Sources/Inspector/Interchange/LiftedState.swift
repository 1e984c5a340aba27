import SessionFormat

/// What a file of actions has, in one form for all its shapes: the "lifted state" of Redux DevTools, its
/// envelope around that or around actions, a bare array of actions, and one action a line.
struct LiftedState {
  enum Shape: String {
    /// An object with `actionsById` and `stagedActionIds`.
    case lifted
    /// An object whose `payload` is the text of such an object.
    case liftedEnvelope
    /// An object whose `payload` is the text of an array of actions.
    case envelope
    /// An array of actions.
    case actions
    /// A JSON value a line, each an action.
    case lines

    /// The shape in which it is written again.
    var written: DevToolsExport.Shape {
      switch self {
      case .lifted, .liftedEnvelope: .lifted
      case .envelope: .envelope
      case .actions, .lines: .actions
      }
    }
  }

  /// An action in its place in the order of execution.
  struct Entry {
    let id: Int
    /// All that the file says of it; `action` is the action itself.
    let members: JSONValue
    let isSkipped: Bool
    /// The state after it, and perhaps the error; nil if the file does not say.
    let computed: JSONValue?

    var action: JSONValue { members["action"] ?? .null }
  }

  let shape: Shape
  /// The first is no action: it stands for the start.
  let entries: [Entry]
  /// The state before the first entry; nil if the file has none.
  let base: JSONValue?
  /// The entry whose state the app showed.
  let cursor: Int
  /// The whole file, with the JSON in the texts of an envelope as values.
  let document: JSONValue
  /// All other members of the file, as they are.
  let rest: [(name: String, value: JSONValue)]

  /// Reads a file.
  ///
  /// - Throws: A `LiftedState.Fault` that names what is wrong.
  init(_ bytes: [UInt8]) throws(Fault) {
    let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    let value: JSONValue
    do throws(JSONSyntaxError) { value = try JSONParser().parse(bytes) } catch {
      guard let actions = try Self.lines(bytes) else { throw .syntax(error) }
      try self.init(.lines, .array(actions), actions: actions, base: nil, rest: [])
      return
    }
    if let actions = value.array {
      try self.init(.actions, value, actions: Array(actions), base: nil, rest: [])
    } else if let payload = value["payload"]?.string {
      let inner = try Self.inner(payload, of: "payload")
      let state = value[Self.preloaded].flatMap { Self.isPassedOver($0) ? nil : $0 }
      let base = try state.map { (state) throws(Fault) in
        guard let text = state.string else { throw .shape("\(Self.preloaded) is no text") }
        return try Self.inner(text, of: Self.preloaded)
      }
      let texts = [("payload", inner)] + (base.map { [(Self.preloaded, $0)] } ?? [])
      let rest = Self.rest(of: value, without: Set(texts.map(\.0)))
      let document = JSONValue.object(texts + rest)
      if let actions = inner.array {
        try self.init(.envelope, document, actions: Array(actions), base: base, rest: rest)
      } else {
        try self.init(.liftedEnvelope, document, lifted: inner, outer: rest)
      }
    } else if value["actionsById"] != nil {
      try self.init(.lifted, value, lifted: value, outer: [])
    } else if Self.isAction(value) {
      try self.init(.lines, .array([value]), actions: [value], base: nil, rest: [])
    } else {
      throw .shape(
        "it is neither a file of Redux DevTools (payload, or actionsById) nor a list of actions")
    }
  }

  /// What is wrong with a file.
  enum Fault: Error {
    case syntax(JSONSyntaxError)
    case shape(String)
  }

  private init(
    _ shape: Shape, _ document: JSONValue, actions: [JSONValue], base: JSONValue?,
    rest: [(name: String, value: JSONValue)]
  ) throws(Fault) {
    // An enum without payloads encodes to its name.
    for (place, action) in actions.enumerated() where ![.object, .string].contains(action.kind) {
      throw .shape("action \(place + 1) is neither an object nor a name")
    }
    let start = Entry(
      id: 0, members: ["action": ["type": "@@INIT"]], isSkipped: false,
      computed: base.map { ["state": $0] })
    entries =
      [start]
      + actions.enumerated().map { place, action in
        Entry(id: place + 1, members: ["action": action], isSkipped: false, computed: nil)
      }
    (self.shape, self.document, self.base, self.rest, cursor) =
      (shape, document, base, rest, actions.count)
  }

  private init(
    _ shape: Shape, _ document: JSONValue, lifted: JSONValue,
    outer: [(name: String, value: JSONValue)]
  ) throws(Fault) {
    guard let actions = lifted["actionsById"]?.object else {
      throw .shape("actionsById is missing")
    }
    guard let staged = lifted["stagedActionIds"]?.array, !staged.isEmpty else {
      throw .shape("stagedActionIds is missing or empty")
    }
    let skipped = Set((lifted["skippedActionIds"]?.array.map(Array.init) ?? []).compactMap(\.int))
    let computed = lifted["computedStates"]?.array.map(Array.init) ?? []
    entries = try staged.enumerated().map { (place, number) throws(Fault) in
      guard let id = number.int, let members = actions[String(id)], members["action"] != nil else {
        throw .shape("stagedActionIds[\(place)] is \(number), which actionsById does not have")
      }
      return Entry(
        id: id, members: members, isSkipped: place > 0 && skipped.contains(id),
        computed: place < computed.count ? computed[place] : nil)
    }
    base = lifted["committedState"]
    let last = entries.count - 1
    cursor = min(max(0, lifted["currentStateIndex"]?.int ?? last), last)
    // What is not staged is kept, as everything that the steps do not say.
    let ids = Set(entries.map { String($0.id) })
    let idle = actions.filter { !ids.contains($0.name) }
    var rest = Self.rest(of: lifted, without: ["actionsById", "stagedActionIds", "computedStates"])
    if !idle.isEmpty { rest.append((Self.idle, .object(Array(idle)))) }
    if !outer.isEmpty { rest.append((Self.outer, .object(outer))) }
    (self.shape, self.document, self.rest) = (shape, document, rest)
  }

  /// The member of an envelope that has the first state.
  static let preloaded = "preloadedState"

  /// Whether the reader takes a first state for none: it asks whether the value is true in JavaScript.
  private static func isPassedOver(_ state: JSONValue) -> Bool {
    [.null, false, ""].contains(state) || state.number?.double == 0
  }

  /// Whether a file of one value is one action: it names its type, is a name, or has the form of an encoded
  /// enum.
  private static func isAction(_ value: JSONValue) -> Bool {
    if value["type"]?.string != nil || value.string != nil { return true }
    guard let members = value.object, members.count == 1, let only = members.first else {
      return false
    }
    return only.value.object != nil && only.name != "payload"
  }

  /// The names under which members are kept that have no name of their own.
  static let idle = "actionsNotStaged"
  static let outer = "envelope"

  private static func rest(
    of object: JSONValue, without names: Set<String>
  ) -> [(name: String, value: JSONValue)] {
    object.object.map { $0.filter { !names.contains($0.name) } } ?? []
  }

  private static func inner(_ text: String, of name: String) throws(Fault) -> JSONValue {
    do throws(JSONSyntaxError) { return try JSONValue(parsing: text) } catch {
      throw .shape("the text in \(name) is not JSON: \(error)")
    }
  }

  /// The values of a text that has one a line; nil if it has not.
  private static func lines(_ bytes: [UInt8]) throws(Fault) -> [JSONValue]? {
    let lines = bytes.split(separator: 0x0A).filter { line in
      line.contains { ![0x20, 0x09, 0x0D].contains($0) }
    }
    guard lines.count > 1, let line = lines.first,
      let first = try? JSONParser().parse(Array(line)), [.object, .string].contains(first.kind)
    else { return nil }
    if first["kind"] == "session" { throw .shape("it is a session already") }
    return try lines.enumerated().map { (place, line) throws(Fault) in
      do throws(JSONSyntaxError) { return try JSONParser().parse(Array(line)) } catch {
        throw .shape("action \(place + 1) is not JSON: \(error)")
      }
    }
  }
}
