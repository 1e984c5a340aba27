import Inspector
import SessionFormat

/// A tree of differences, over many lines or as JSON.
struct DifferenceTreeText {
  private let enums: EnumPlaces
  private let known: KnownPlaces
  private var path = DifferencePath()

  /// Writes a sign, then the place, two spaces a level.
  static func write(
    _ tree: DifferenceTree, _ enums: EnumPlaces, _ known: KnownPlaces, to page: inout Page
  ) {
    page.lines { line throws(Page.Unread) in
      var text = DifferenceTreeText(enums: enums, known: known)
      if let spans = text.replacement(tree) { return try line([.sign(.changed)] + spans) }
      try text.write(parts: tree, 0, to: line)
    }
  }

  private func cases(_ parts: [DifferenceTree.Part]) -> CaseChange? {
    CaseChange(parts, isEnum: enums.hasEnum(at: path.new))
  }

  /// The text of a replaced value; nil if both values are followed into their parts.
  private func replacement(_ tree: DifferenceTree) -> [Span]? {
    let line: [Span]? =
      switch tree.content {
      case .replaced: ChangeText.replacement(tree.old, tree.new)
      case .members(let parts): cases(parts)?.spans
      case .same, .elements: nil
      }
    return line == nil || known.has(path.pointer) ? line : KnownPlaces.unknown
  }

  private mutating func write(
    parts tree: DifferenceTree, _ depth: Int, to line: Page.Line
  ) throws(Page.Unread) {
    switch tree.content {
    case .same, .replaced: break
    case .members(let parts): for part in parts { try write(part, "member", depth, to: line) }
    case .elements(let parts, _): for part in parts { try write(part, "element", depth, to: line) }
    }
  }

  private mutating func write(
    _ part: DifferenceTree.Part, _ noun: String, _ depth: Int, to line: Page.Line
  ) throws(Page.Unread) {
    let margin = Span.text(Margin.text(depth))
    switch part.change {
    case .same:
      let words = " \(CountText.words(part.count, noun)) the same\(known.limitation)"
      try line([
        .literal("  "), margin, .literal("…", .dim, ascii: "..."), .text(words, .dim),
      ])
    case .added(let value):
      let preview = ValueText.folded(value, .added)
      try write(.sign(.added), preview, part, margin, to: line) { $0.pointer }
    case .removed(let value):
      let preview = ValueText.folded(value, .removed)
      try write(.sign(.removed), preview, part, margin, to: line) { $0.oldPointer }
    case .changed(let tree):
      try write(tree, at: part, [.sign(.changed), margin, place(part)], depth, to: line)
    case .moved(let tree):
      guard case .element(let old?, _) = part.place else { return }
      let lead = [.sign(.moved), margin, place(part), .text("  from [\(old)]", .dim)]
      try write(tree, at: part, lead, depth, to: line)
    }
  }

  /// A value that was added or removed.
  private mutating func write(
    _ sign: Span, _ value: Span, _ part: DifferenceTree.Part, _ margin: Span,
    to line: Page.Line, at pointer: (DifferencePath) -> JSONPointer
  ) throws(Page.Unread) {
    path.enter(part.place)
    defer { path.leave() }
    let isKnown = known.has(pointer(path))
    try line(
      [isKnown ? sign : .literal("? ", .error), margin, place(part), .literal("  ")]
        + (isKnown ? [value] : KnownPlaces.unknown))
  }

  private mutating func write(
    _ tree: DifferenceTree, at part: DifferenceTree.Part, _ lead: [Span], _ depth: Int,
    to line: Page.Line
  ) throws(Page.Unread) {
    path.enter(part.place)
    defer { path.leave() }
    if let spans = replacement(tree) {
      try line(lead + [.literal("  ")] + spans)
    } else {
      try line(lead)
      try write(parts: tree, depth + 1, to: line)
    }
  }

  private func place(_ part: DifferenceTree.Part) -> Span {
    switch part.place {
    case .member(let name): .text(PlaceText.name(name), .name)
    case .element(let old, let new): .text("[\(new ?? old ?? 0)]", .name)
    }
  }
}

extension DifferenceTreeText {
  static func json(
    _ tree: DifferenceTree, _ enums: EnumPlaces, _ known: KnownPlaces
  ) -> JSONValue {
    var writer = DifferenceTreeText(enums: enums, known: known)
    var json = ReportJSON()
    json.add("change", tree.isEmpty ? "same" : "changed")
    writer.add(tree, to: &json)
    return json.value
  }

  private mutating func add(_ tree: DifferenceTree, to json: inout ReportJSON) {
    switch tree.content {
    case .same: break
    case .replaced:
      json.add("old", tree.old)
      json.add("new", tree.new)
      json.add("note", Likeness(tree.old, tree.new)?.rawValue)
    case .members(let parts):
      json.add("case", cases(parts)?.json)
      json.add("members", nodes(parts))
    case .elements(let parts, let alignment):
      switch alignment {
      case .identity(let name): json.add("identity", name)
      case .content: break
      case .index: json.add("byIndex", true)
      }
      json.add("elements", nodes(parts))
    }
  }

  private mutating func nodes(_ parts: [DifferenceTree.Part]) -> JSONValue {
    var nodes: [JSONValue] = []
    for part in parts { nodes.append(node(part)) }
    return .array(nodes)
  }

  private mutating func node(_ part: DifferenceTree.Part) -> JSONValue {
    if part.change != .same { path.enter(part.place) }
    defer { if part.change != .same { path.leave() } }
    var json = ReportJSON()
    json.add("change", Self.word(part.change))
    switch part.place {
    case .member(let name):
      if part.change != .same { json.add("name", name) }
    case .element(let old, let new):
      json.add("oldIndex", old)
      json.add("newIndex", new)
    }
    switch part.change {
    case .same: json.add("count", part.count)
    case .added(let value): json.add("new", value)
    case .removed(let value): json.add("old", value)
    case .changed(let tree), .moved(let tree):
      add(tree, to: &json)
    }
    if !isKnown(part) { json.add("unknown", true) }
    return json.value
  }

  /// Whether the answer "differs" or "same" holds whatever was left out of the states.
  private func isKnown(_ part: DifferenceTree.Part) -> Bool {
    switch part.change {
    case .same: known.isWhole
    case .removed: known.has(path.oldPointer)
    case .added, .moved: known.has(path.pointer)
    case .changed(let tree): tree.content != .replaced || known.has(path.pointer)
    }
  }

  private static func word(_ change: DifferenceTree.Change) -> String {
    switch change {
    case .same: "same"
    case .changed: "changed"
    case .added: "added"
    case .removed: "removed"
    case .moved: "moved"
    }
  }
}
