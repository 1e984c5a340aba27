import SessionFormat

/// Examines one type: runs its `init(from:)` with one set of made-up values after the other.
struct TypeExamination {
  /// With more members than this, it does not try which of them may be missing.
  private static let mostTriedMembers = 100

  private let probe: TypeProbe
  private let type: any Decodable.Type

  init(_ probe: TypeProbe, _ type: any Decodable.Type) {
    self.probe = probe
    self.type = type
  }

  /// The shape of the type, and a value of it.
  var result: (shape: TypeShape, value: Any?) {
    if let known = ProbedSystemType.known(type) { return known }
    if let raw = rawValues { return raw }
    let first = best(ofCase: 0)
    guard let names = first.node.knownNames, first.node.asksForNames else {
      return (shape(of: first), first.value)
    }
    var value = first.value
    let cases = names.enumerated().map { place, name in
      let found = place == 0 ? first : best(ofCase: place)
      value = value ?? found.value
      return TypeShape.Field(name, payload(name, of: found))
    }
    return (.cases(cases.sorted { $0.name.precedesInBytes($1.name) }), value)
  }

  /// A value of a type; for an enum, of the first case that can be made.
  static func firstValue(_ probe: TypeProbe, _ type: any Decodable.Type) -> Any? {
    var place = 0
    while true {
      let (node, value) = ProbeAttempt(probe: probe, chosenCase: place).run(type)
      if let value { return value }
      place += 1
      guard node.asksForNames, place < node.knownNames?.count ?? 0 else { return nil }
    }
  }

  // MARK: Attempts

  private struct Run {
    var attempt: ProbeAttempt
    var node: ProbedNode
    var value: Any?
  }

  /// The attempts, in order, until one makes a value; the texts are those that types often require.
  private static func attempts(_ probe: TypeProbe, _ place: Int) -> [ProbeAttempt] {
    var attempts = [
      ProbeAttempt(probe: probe, chosenCase: place),
      ProbeAttempt(probe: probe, chosenCase: place, givesOptionals: true),
    ]
    let texts = [
      "1", "a", "#000000", "2001-01-01T00:00:00Z", "https://a.b/c", "a@b.org", "2001-01-01",
    ]
    for text in texts {
      attempts.append(ProbeAttempt(probe: probe, text: text, chosenCase: place))
    }
    return attempts
  }

  /// The first attempt that made a value, or else the one that was asked for most.
  private func best(ofCase place: Int) -> Run {
    var best: Run?
    for attempt in Self.attempts(probe, place) {
      let (node, value) = attempt.run(type)
      let run = Run(attempt: attempt, node: node, value: value)
      if value != nil { return run }
      if node.size > best?.node.size ?? -1 { best = run }
    }
    return best ?? Run(attempt: ProbeAttempt(probe: probe), node: ProbedNode(), value: nil)
  }

  private func shape(of run: Run) -> TypeShape {
    guard run.value != nil else {
      // For members that the type did not reach, only the names are known.
      for name in run.node.knownNames ?? [] where run.node.members[name] == nil {
        run.node.members[name] = ProbedNode.Member()
      }
      return .custom(run.node.shape(optional: { _ in false }))
    }
    let optional = optionalMembers(of: run)
    let shape = run.node.shape(optional: optional.contains)
    return readsOtherForm(run) ? .custom(shape) : shape
  }

  /// Whether the type also decodes another form than the one it asked for first, for example one
  /// that an older build wrote.
  private func readsOtherForm(_ run: Run) -> Bool {
    var attempt = run.attempt
    guard run.node.isObject != (run.node.single != nil) else { return run.node.isObject }
    attempt.refused = run.node.isObject ? .object : .single
    return attempt.run(type).value != nil
  }

  /// The payload of an enum's case.
  private func payload(_ name: String, of run: Run) -> TypeShape {
    guard let member = run.node.members[name] else {
      return run.value == nil ? .custom(.object([])) : .object([])
    }
    guard run.value != nil else {
      return .custom(member.node?.shape(optional: { _ in false }) ?? member.shape)
    }
    let optional = optionalMembers(of: run)
    return member.node?.shape(optional: optional.contains, at: [name]) ?? member.shape
  }

  /// The members that may be missing, for example because decoding has a default.
  private func optionalMembers(of run: Run) -> Set<[String]> {
    let paths = run.node.requiredPaths
    guard paths.count <= Self.mostTriedMembers else { return [] }
    return Set(
      paths.filter { path in
        var attempt = run.attempt
        attempt.missing = path
        return attempt.run(type).value != nil
      })
  }

  // MARK: Enums of texts and numbers

  /// The values of an enum that is coded as one of several texts or numbers.
  private var rawValues: (shape: TypeShape, value: Any?)? {
    guard let type = type as? any RawRepresentable.Type else { return nil }
    return rawValues(of: type)
  }

  private func rawValues<R: RawRepresentable>(
    of type: R.Type
  ) -> (shape: TypeShape, value: Any?)? {
    guard let leaf = ProbedLeaf.name(of: R.RawValue.self), let all = EnumValues.all(of: type),
      let first = all.first
    else { return nil }
    let texts = all.map { String(describing: $0.rawValue) }
    let (node, value) = ProbeAttempt(probe: probe, text: texts[0]).run(self.type)
    guard value != nil, node.single == .leaf(leaf) else { return nil }
    return (.raw(leaf, texts.sorted { $0.precedesInBytes($1) }), first)
  }
}
