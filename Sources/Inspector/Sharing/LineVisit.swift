import SessionFormat

/// A visitor that is told which part of which line comes next.
protocol LineVisitor: ValueVisitor {
  /// What follows is of that part of a line about step `n`; nil for the header.
  mutating func begin(_ source: SecretFinding.Source, n: Int?)
}

/// Visits all texts and values of a line, but the content of states, which a caller may have whole.
struct LineVisit {
  /// Selects secrets by the names of members.
  var values: ValueWalk
  /// Selects no places: for what no pattern is rooted at.
  private var texts = ValueWalk(selecting: [], hidden: [])

  /// What a header has that a reader needs as it is; its patterns have a visit of their own.
  private static let kept: Set<String> = [
    "kind", "format", "version", "hook", "snapshots", "redactions", "requires",
  ]

  init(_ values: ValueWalk) { self.values = values }

  /// The line with what its visitor replaced; nil if that is nothing, or if the line is no more a
  /// line of its kind.
  mutating func visit<Visitor: LineVisitor>(
    _ line: SessionLine, _ visitor: inout Visitor
  ) -> SessionLine? {
    switch line {
    case .session(let header):
      return self.header(header, &visitor).map(SessionLine.session)
    case .action(var line):
      let type = line.type
      var isChanged = text(&line.type, .type, line.n, &visitor)
      isChanged = text(&line.at, .at, line.n, &visitor) || isChanged
      isChanged = value(&line.action, .action, line.n, of: type, &visitor) || isChanged
      isChanged = paths(&line.cut, .action, line.n, &visitor) || isChanged
      isChanged = members(&line.extra, line.n, &visitor) || isChanged
      return isChanged ? .action(line) : nil
    case .dispatched(var line):
      let type = line.type
      var isChanged = text(&line.type, .type, line.n, &visitor)
      isChanged = text(&line.at, .at, line.n, &visitor) || isChanged
      isChanged = value(&line.action, .dispatched, line.n, of: type, &visitor) || isChanged
      isChanged = paths(&line.cut, .dispatched, line.n, &visitor) || isChanged
      isChanged = members(&line.extra, line.n, &visitor) || isChanged
      return isChanged ? .dispatched(line) : nil
    case .input(var line):
      var isChanged = value(&line.value, .input, line.n, &visitor)
      isChanged = text(&line.name, .type, line.n, &visitor) || isChanged
      isChanged = members(&line.extra, line.n, &visitor) || isChanged
      return isChanged ? .input(line) : nil
    case .state(var line):
      var isChanged = text(&line.threw, .threw, line.n, &visitor)
      isChanged = paths(&line.opaque, .state, line.n, &visitor) || isChanged
      isChanged = paths(&line.cut, .state, line.n, &visitor) || isChanged
      isChanged = members(&line.extra, line.n, &visitor) || isChanged
      return isChanged ? .state(line) : nil
    case .keyframe(var line):
      var isChanged = paths(&line.cut, .state, line.n, &visitor)
      isChanged = members(&line.extra, line.n, &visitor) || isChanged
      return isChanged ? .keyframe(line) : nil
    case .outside(var line):
      var isChanged = paths(&line.cut, .state, line.n, &visitor)
      isChanged = members(&line.extra, line.n, &visitor) || isChanged
      return isChanged ? .outside(line) : nil
    case .mark(var line):
      var isChanged = text(&line.text, .mark, line.n, &visitor)
      isChanged = members(&line.extra, line.n, &visitor) || isChanged
      return isChanged ? .mark(line) : nil
    case .gap(var line):
      var isChanged = text(&line.reason, .other, line.n, &visitor)
      isChanged = members(&line.extra, line.n, &visitor) || isChanged
      return isChanged ? .gap(line) : nil
    case .end(var line): return members(&line.extra, line.n, &visitor) ? .end(line) : nil
    case .unknown(let line):
      let members = changed(
        line.document, .other, line.document["n"]?.int, &visitor, visitsName: { $0 != "kind" },
        visitsValue: { _ in true })
      return members.flatMap { try? SessionLine(.object($0)) }
    }
  }

  private mutating func header(
    _ header: SessionHeader, _ visitor: inout some LineVisitor
  ) -> SessionHeader? {
    let own = Set(header.extra.map(\.name))
    let document = SessionLine.session(header).document
    var new = changed(
      document, .header, nil, &visitor, visitsName: own.contains,
      visitsValue: { !Self.kept.contains($0) }
    ).map(JSONValue.object)
    // Its patterns name members of states.
    visitor.begin(.state, n: nil)
    let patterns = header.redactions?.map { text in
      RedactionList.named(text) == nil ? renamed(text, &visitor) : text
    }
    if let patterns, patterns != header.redactions {
      let value = JSONValue.array(patterns.map(JSONValue.string))
      new = (new ?? document).object?.setting("redactions", to: value)
    }
    // Changing a text does not change what kind of value it is.
    guard let new, case .session(let header)? = try? SessionLine(new) else { return nil }
    return header
  }

  /// A pattern with the names that a visitor gives in place of others, so that it still selects what
  /// it did.
  private func renamed(_ text: String, _ visitor: inout some LineVisitor) -> String {
    guard let pattern = try? PathPattern(text) else {
      return visitor.leaf(.string(text), on: [], kind: nil)?.string ?? text
    }
    var way: [WayStep] = []
    return pattern.mappingNames { name in
      defer { way.append(name.map(WayStep.name) ?? .index(0)) }
      return name.flatMap { visitor.name($0, on: way) }
    }.description
  }

  /// Visits the values of a state's line: what it is, or what a patch puts into it.
  ///
  /// - Parameter after: The state that a patch leads to; nil if no pattern or operation needs it.
  mutating func visit(
    _ content: StateContent, n: Int, in after: JSONValue?, _ visitor: inout some LineVisitor
  ) {
    visitor.begin(.state, n: n)
    switch content {
    case .whole(let state): _ = values.walk(state, &visitor)
    case .patch(let patch):
      let puts = patch.operations.map { operation -> (path: JSONPointer, value: JSONValue) in
        switch operation {
        case .add(let path, let value), .replace(let path, let value), .test(let path, let value):
          (path, value)
        case .remove(let path): (path, .null)
        case .move(_, let path), .copy(_, let path), .splice(let path, _):
          (path, after.flatMap { path.value(in: $0) } ?? .null)
        }
      }
      // Copies of copies can be far larger than what they make together.
      if let after, puts.reduce(0, { min($0 + $1.value.textSize, .max / 2) }) > after.textSize {
        _ = values.walk(after, &visitor)
        return
      }
      for put in puts {
        let start = values.start(ofPut: put.value, at: put.path, in: after)
        let whole = start == put.path ? nil : after.flatMap(start.value)
        values.walk(whole ?? put.value, at: start, in: after, &visitor)
      }
    }
  }

  // MARK: Parts of a line

  private mutating func value(
    _ value: inout JSONValue, _ source: SecretFinding.Source, _ n: Int, of type: String? = nil,
    _ visitor: inout some LineVisitor
  ) -> Bool {
    visitor.begin(source, n: n)
    guard let new = values.walk(action: value, ofType: type, &visitor) else { return false }
    value = new
    return true
  }

  private func text(
    _ text: inout String, _ source: SecretFinding.Source, _ n: Int,
    _ visitor: inout some LineVisitor
  ) -> Bool {
    visitor.begin(source, n: n)
    guard let new = visitor.leaf(.string(text), on: [], kind: nil)?.string else {
      return false
    }
    text = new
    return true
  }

  private func text(
    _ text: inout String?, _ source: SecretFinding.Source, _ n: Int,
    _ visitor: inout some LineVisitor
  ) -> Bool {
    guard var some = text, self.text(&some, source, n, &visitor) else { return false }
    text = some
    return true
  }

  /// Names in the paths of what was left out; the members themselves were visited.
  private mutating func paths(
    _ paths: inout [String]?, _ source: SecretFinding.Source, _ n: Int,
    _ visitor: inout some LineVisitor
  ) -> Bool {
    guard let old = paths else { return false }
    visitor.begin(source, n: n)
    let new = old.map { text in
      guard let path = try? JSONPointer(text) else { return text }
      let new = values.names(in: path, &visitor)
      return new == path ? text : new.description
    }
    paths = new
    return new != old
  }

  private mutating func members(
    _ members: inout [Member], _ n: Int, _ visitor: inout some LineVisitor
  ) -> Bool {
    guard !members.isEmpty else { return false }
    let new = changed(
      .object(members.map { ($0.name, $0.value) }), .other, n, &visitor, visitsName: { _ in true },
      visitsValue: { _ in true })
    guard let new else { return false }
    members = new.map { Member(name: $0.name, value: $0.value) }
    return true
  }

  /// The members of a line with what the visitor replaced; nil if that is nothing.
  private mutating func changed(
    _ document: JSONValue, _ source: SecretFinding.Source, _ n: Int?,
    _ visitor: inout some LineVisitor, visitsName: (String) -> Bool, visitsValue: (String) -> Bool
  ) -> [(name: String, value: JSONValue)]? {
    visitor.begin(source, n: n)
    var members = document.object.map(Array.init) ?? []
    var taken = Set(members.map(\.name))
    var isChanged = false
    for (place, member) in members.enumerated() {
      if visitsName(member.name), let name = visitor.name(member.name, on: []) {
        members[place].name = ValueWalk.free(name, among: &taken)
        isChanged = true
      }
      guard visitsValue(member.name),
        let value = member.name == DevToolsImport.member
          ? imported(member.value, source, n, &visitor)
          : texts.walk(named: member.name, member.value, &visitor)
      else { continue }
      members[place].value = value
      isChanged = true
    }
    return isChanged ? members : nil
  }

  /// What is kept of an imported file: its states and actions are visited from their roots, as those of
  /// lines are.
  private mutating func imported(
    _ kept: JSONValue, _ source: SecretFinding.Source, _ n: Int?,
    _ visitor: inout some LineVisitor
  ) -> JSONValue? {
    let roots = DevToolsImport.roots(in: kept)
    var rest = kept
    var isChanged = false
    var inner: [JSONPatch.Operation] = []
    for (path, isState) in roots {
      guard let value = path.value(in: kept) else { continue }
      visitor.begin(isState ? .state : source == .header ? .action : .dispatched, n: n)
      let new =
        isState
        ? values.walk(value, &visitor)
        : values.walk(action: value, ofType: value["type"]?.string, &visitor)
      isChanged = isChanged || new != nil
      inner.append(.replace(path, new ?? value))
    }
    visitor.begin(source, n: n)
    let empty = JSONPatch(roots.map { .replace($0.path, .null) })
    if !roots.isEmpty, let without = try? empty.applied(to: kept) { rest = without }
    if let new = texts.walk(named: DevToolsImport.member, rest, &visitor) {
      (rest, isChanged) = (new, true)
    }
    // Without them rather than with what should be gone.
    return isChanged ? (try? JSONPatch(inner).applied(to: rest)) ?? rest : nil
  }
}
