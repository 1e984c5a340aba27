import SessionFormat

/// A tree of differences over many lines: a sign, then the place, two spaces a level.
struct DifferenceTreeText {
  private let enums: EnumPlaces
  private var path: [String] = []

  static func write(_ tree: DifferenceTree, _ enums: EnumPlaces, to page: inout Page) {
    var text = DifferenceTreeText(enums: enums)
    guard let line = text.replacement(tree) else { return text.write(parts: tree, 0, to: &page) }
    page.line([.sign(.changed)] + line)
  }

  private init(enums: EnumPlaces) { self.enums = enums }

  /// What a value is that stands for another; nil if both are followed into their parts.
  private func replacement(_ tree: DifferenceTree) -> [Span]? {
    switch tree.content {
    case .replaced: ChangeText.replacement(tree.old, tree.new)
    case .members(let parts): CaseChange(parts, isEnum: enums.hasEnum(at: path))?.spans
    case .same, .elements: nil
    }
  }

  private mutating func write(
    parts tree: DifferenceTree, _ depth: Int, to page: inout Page
  ) {
    switch tree.content {
    case .same, .replaced: break
    case .members(let parts): for part in parts { write(part, "member", depth, to: &page) }
    case .elements(let parts, _): for part in parts { write(part, "element", depth, to: &page) }
    }
  }

  private mutating func write(
    _ part: DifferenceTree.Part, _ noun: String, _ depth: Int, to page: inout Page
  ) {
    let margin = Span.text(Margin.text(depth))
    switch part.change {
    case .same:
      let words = "… \(ValueText.count(part.count, noun)) the same"
      page.line(.literal("  "), margin, .text(words, .dim))
    case .added(let value):
      page.line(
        .sign(.added), margin, place(part), .literal("  "), ValueText.preview(value, .added))
    case .removed(let value):
      page.line(
        .sign(.removed), margin, place(part), .literal("  "), ValueText.preview(value, .removed))
    case .changed(let tree):
      write(tree, at: part, [.sign(.changed), margin, place(part)], depth, to: &page)
    case .moved(let tree):
      guard case .element(let old?, _) = part.place else { return }
      let lead = [.sign(.moved), margin, place(part), .text("  from [\(old)]", .dim)]
      write(tree, at: part, lead, depth, to: &page)
    }
  }

  private mutating func write(
    _ tree: DifferenceTree, at part: DifferenceTree.Part, _ lead: [Span], _ depth: Int,
    to page: inout Page
  ) {
    path.append(part.place.token)
    defer { path.removeLast() }
    if let line = replacement(tree) {
      page.line(lead + [.literal("  ")] + line)
    } else {
      page.line(lead)
      write(parts: tree, depth + 1, to: &page)
    }
  }

  private func place(_ part: DifferenceTree.Part) -> Span {
    switch part.place {
    case .member(let name): .text(JSONValue.string(name).description, .name)
    case .element(let old, let new): .text("[\(new ?? old ?? 0)]", .name)
    }
  }
}

/// A tree of differences as JSON.
struct DifferenceTreeJSON {
  private let enums: EnumPlaces
  private var path: [String] = []

  static func document(_ tree: DifferenceTree, _ enums: EnumPlaces) -> JSONValue {
    var writer = DifferenceTreeJSON(enums: enums)
    var json = ReportJSON()
    json.add("change", tree.isEmpty ? "same" : "changed")
    writer.add(tree, to: &json)
    return json.value
  }

  private init(enums: EnumPlaces) { self.enums = enums }

  private mutating func add(_ tree: DifferenceTree, to json: inout ReportJSON) {
    switch tree.content {
    case .same: break
    case .replaced:
      json.add("old", tree.old)
      json.add("new", tree.new)
      json.add("note", Likeness(tree.old, tree.new)?.rawValue)
    case .members(let parts):
      json.add("case", CaseChange(parts, isEnum: enums.hasEnum(at: path))?.json)
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
      path.append(part.place.token)
      add(tree, to: &json)
      path.removeLast()
    }
    return json.value
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
