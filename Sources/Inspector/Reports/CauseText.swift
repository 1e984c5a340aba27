import SessionFormat

/// Who changed a value, in words and for programs.
enum CauseText {
  static func json(_ cause: Cause, _ cases: CaseChange?) -> JSONValue {
    var json = ReportJSON()
    add(cause.origin, to: &json)
    json.add("old", cause.old)
    json.add("new", cause.new)
    if cause.isOldUnknown { json.add("oldUnknown", true) }
    if cause.isNewUnknown { json.add("newUnknown", true) }
    json.add("case", cases?.json)
    return json.value
  }

  /// One side of a change; what is behind a cut is not known.
  static func side(_ value: JSONValue?, isUnknown: Bool, _ style: Style) -> Span {
    isUnknown
      ? .literal("unknown: the state is cut", .error)
      : ValueText.preview(value, style, columns: 100)
  }

  static func add(_ origin: Cause.Origin, to json: inout ReportJSON) {
    switch origin {
    case .beginning: json.add("by", "beginning")
    case .action(let n, let type):
      json.add("by", "action")
      json.add("n", n)
      json.add("type", type)
    case .outside(let n):
      json.add("by", "outside")
      json.add("after", n)
    case .unrecorded(let n):
      json.add("by", "unrecorded")
      json.add("before", n)
    }
  }

  static func spans(_ origin: Cause.Origin) -> [Span] {
    switch origin {
    case .beginning: [.literal(" is so from the beginning")]
    case .action(let n, let type):
      [
        .literal(" was last changed by action "), .number(n, .bold), .literal(" "),
        .text(type, .bold),
      ]
    case .outside(let n):
      [.literal(" was last changed without an action, after action "), .number(n, .bold)]
    case .unrecorded(let n):
      [.literal(" was last changed in a stretch that is not recorded, before state "), .number(n)]
    }
  }

  static func name(_ origin: Cause.Origin) -> String {
    switch origin {
    case .beginning: "(from the beginning)"
    case .action(_, let type): type
    case .outside: "(outside, after this action)"
    case .unrecorded: "(not recorded, before this state)"
    }
  }
}

extension Cause {
  /// The change of case that it is, if an enum stands at the place; else nil.
  func cases(at path: JSONPointer, _ enums: EnumPlaces) -> CaseChange? {
    guard let old, let new else { return nil }
    return CaseChange(old, new, isEnum: enums.hasEnum(at: path.tokens))
  }
}
