import Inspector
import SessionFormat

/// Changes as lines for people: what happened to the elements of one array stands below it.
struct ChangeLines {
  private let groups: [ChangeGroup]
  private let count: Int
  private let names: LikeNames
  /// The place of the value in which the changes are.
  private let base: JSONPointer

  /// - Parameters:
  ///   - changes: The changes, in their order.
  ///   - sides: The values before and after them, which have the arrays; nil if they are not known.
  ///   - base: The place of that value.
  init(_ changes: [ValueChange], in sides: ChangedSides?, at base: JSONPointer = .root) {
    groups = ChangeGroup.groups(of: changes, in: sides)
    count = changes.count
    names = LikeNames(changes)
    self.base = base
  }

  /// A line for each change, up to a limit, and one for each array whose elements changed.
  func write(to page: inout Page, indent: StaticString = "", limit: Int = .max) {
    page.lines { line throws(Page.Unread) in
      var left = limit
      for group in groups where left > 0 {
        if let array = group.array {
          try line(
            [.literal(indent), .sign(.changed), ValueText.path(absolute(array)), .literal("  ")]
              + group.size)
        }
        let margin: StaticString = group.array == nil ? "" : "  "
        for change in group.changes.prefix(left) {
          let place = group.array.map {
            PlaceText.shorthand(change.path.tokens.dropFirst($0.tokens.count))
          }
          var spans = [.literal(indent), .literal(margin)] + self.spans(change, place, in: group)
          if let likeness = names.likeness(of: change) {
            spans.append(
              .text("  (its name and that of one that is gone: \(likeness.words))", .dim))
          }
          try line(spans)
        }
        left -= min(left, group.changes.count)
      }
    }
    ChangeText.write(more: count - limit, to: &page, indent: indent)
  }

  private func absolute(_ path: JSONPointer) -> JSONPointer {
    JSONPointer(tokens: base.tokens + path.tokens)
  }

  private func spans(
    _ change: ValueChange, _ place: String?, in group: ChangeGroup
  ) -> [Span] {
    let place = place.map { Span.text($0, .name) } ?? ValueText.path(absolute(change.path))
    if change.isMove, let from = change.from {
      let old: Span =
        group.array == nil
        ? ValueText.path(absolute(from)) : .text("[\(from.tokens.last ?? "")]", .name)
      let value = change.new.map { [.literal("  "), ValueText.folded($0)] } ?? []
      return [.sign(.moved), place, .literal("  from ", .dim), old] + value
    }
    return ChangeText.spans(place, change, isFolded: group.array != nil)
  }
}
