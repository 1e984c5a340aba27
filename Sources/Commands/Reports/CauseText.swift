import Inspector
import Query
import SessionFormat

/// The cause of a change, in words and as JSON.
enum CauseText {
  static func json(_ cause: Cause, _ cases: CaseChange?) -> JSONValue {
    var json = ReportJSON()
    add(cause.origin, to: &json)
    cause.sides.add(cases, to: &json)
    return json.value
  }

  static func add(_ origin: Cause.Origin, to json: inout ReportJSON) {
    switch origin {
    case .beginning(let first):
      json.add("by", "beginning")
      if first > 0 { json.add("first", first) }
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

  /// The last change of a value.
  ///
  /// - Parameter isPartly: Whether parts of the value are left out, which may have changed since.
  static func spans(_ cause: Cause, isPartly: Bool) -> [Span] {
    let changed: Span =
      cause.isNewUnknown
      ? .literal(" is behind a cut of the state since a change ")
      : cause.isOldUnknown
        ? .literal(" may have been changed ")
        : isPartly ? .literal(" was last seen to change ") : .literal(" was last changed ")
    switch cause.origin {
    case .beginning(let first):
      return [
        first > 0
          ? .text(" is so in state \(first), the first of the file")
          : .literal(" is so from the beginning"),
        .literal(isPartly ? ", as far as it is seen" : ""),
      ]
    case .action(let n, let type):
      return [
        changed, .literal("by action "), .number(n, .bold), .literal(" "), .text(type, .bold),
      ]
    case .outside(let n):
      return [changed, .literal("without an action, after action "), .number(n, .bold)]
    case .unrecorded(let n):
      let place: Span =
        cause.isOldUnknown
        ? .literal("behind a cut of the state, before state ")
        : .literal("in a stretch that is not recorded, before state ")
      return [changed, place, .number(n)]
    }
  }

  /// The name of a cause.
  ///
  /// - Parameter isFromCut: Whether it may be no change, because the state before was cut.
  static func name(_ origin: Cause.Origin, isFromCut: Bool) -> String {
    switch origin {
    case .beginning(0): "(from the beginning)"
    case .beginning(let first): "(there in state \(first), the first)"
    case .action(_, let type): type
    case .outside: "(outside, after this action)"
    case .unrecorded where isFromCut: "(behind a cut, before this state)"
    case .unrecorded: "(not recorded, before this state)"
    }
  }

  /// The same as a span, which is shortened as the type of an action if it is one.
  static func nameSpan(_ origin: Cause.Origin, isFromCut: Bool) -> Span {
    let name = name(origin, isFromCut: isFromCut)
    return if case .action = origin { .type(name) } else { .text(name) }
  }
}

extension ChangedValue {
  /// The change of an enum's case, if an enum is at the place; else nil.
  func cases(at path: JSONPointer, _ enums: EnumPlaces) -> CaseChange? {
    guard let old = old.value, let new = new.value else { return nil }
    return CaseChange(old, new, isEnum: enums.hasEnum(at: path.tokens))
  }

  /// `old`, `new`, `oldUnknown`, `newUnknown`, `oldCut`, `newCut`, `case`.
  func add(_ cases: CaseChange?, to json: inout ReportJSON) {
    json.add("old", old.value)
    json.add("new", new.value)
    if old.isUnknown { json.add("oldUnknown", true) }
    if new.isUnknown { json.add("newUnknown", true) }
    if old.marked != nil { json.add("oldCut", true) }
    if new.marked != nil { json.add("newCut", true) }
    json.add("case", cases?.json)
  }
}

extension ChangedValue {
  /// The moments that its sides stand for; nil if neither does.
  func moments(at path: JSONPointer, _ enums: EnumPlaces) -> Moments? {
    Moments(old.value, new.value, at: path, enums)
  }

  /// Both values; of two objects or two arrays, what differs in them.
  func spans(_ cases: CaseChange?, _ moments: Moments?) -> [Span] {
    if let cases { return cases.spans }
    if !old.isUnknown, !new.isUnknown, let old = old.value, let new = new.value, old.height > 0,
      old.kind == new.kind,
      case let tree = DifferenceTree(from: old, to: new),
      let summary = ChangeSummary(tree.changes, in: ChangedSides(tree), isWithin: true)
    {
      return summary.spans()
    }
    return [old.span(.removed)] + Span.note(moment: moments?.old) + [.arrow, new.span(.added)]
      + Span.note(moment: moments?.new)
  }
}

extension ChangedValue.Side {
  /// The value; the content of a cut is not known.
  func span(_ style: Style) -> Span {
    if isUnknown { return .literal("unknown: the state is cut", .error) }
    let isCut = marked.map(CutMark.ends) ?? false
    return ValueText.preview(value, style, isCut: isCut)
  }
}
