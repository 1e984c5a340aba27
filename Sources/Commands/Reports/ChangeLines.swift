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
  ///   - new: The value after them, of which the arrays are; nil if it is not known.
  ///   - base: The place of that value.
  init(_ changes: [ValueChange], in new: JSONValue?, at base: JSONPointer = .root) {
    groups = ChangeGroup.groups(of: changes, in: new)
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

/// Changes that belong together: those of the elements of one array, or a single other one.
struct ChangeGroup {
  /// The array whose elements came, went or moved; nil for another change.
  let array: JSONPointer?
  private(set) var changes: [ValueChange]
  /// The elements of the array after the changes.
  private let count: Int

  /// Changes in their order; those below one array are neighbours.
  static func groups(of changes: [ValueChange], in new: JSONValue?) -> [ChangeGroup] {
    let arrays = arrays(of: changes, in: new)
    var groups: [ChangeGroup] = []
    for change in changes {
      let tokens = change.path.tokens
      let array = arrays.isEmpty ? nil : outermost(tokens, in: arrays)
      if let array, let last = groups.last?.array, last == array.key {
        groups[groups.count - 1].changes.append(change)
      } else {
        groups.append(ChangeGroup(array: array?.key, changes: [change], count: array?.value ?? 0))
      }
    }
    return groups
  }

  /// The arrays of which elements came, went or moved, with how many they have now.
  private static func arrays(
    of changes: [ValueChange], in new: JSONValue?
  ) -> [JSONPointer: Int] {
    guard let new else { return [:] }
    var arrays: [JSONPointer: Int] = [:]
    var others: Set<JSONPointer> = []
    for change in changes where change.old == nil || change.new == nil || change.isMove {
      guard !change.path.isRoot, case let place = change.path.parent, arrays[place] == nil,
        !others.contains(place)
      else { continue }
      if let array = place.value(in: new)?.array {
        arrays[place] = array.count
      } else {
        others.insert(place)
      }
    }
    return arrays
  }

  private static func outermost(
    _ tokens: [String], in arrays: [JSONPointer: Int]
  ) -> (key: JSONPointer, value: Int)? {
    for depth in 0..<tokens.count {
      let place = JSONPointer(tokens: Array(tokens.prefix(depth)))
      if let count = arrays[place] { return (place, count) }
    }
    return nil
  }

  /// `4 → 9 elements`.
  var size: [Span] {
    let depth = (array?.tokens.count ?? 0) + 1
    let own = changes.lazy.filter { $0.path.tokens.count == depth && !$0.isMove }
    let added = own.count { $0.old == nil }
    let removed = own.count { $0.new == nil }
    let now: [Span] = [.number(count), count == 1 ? .literal(" element") : .literal(" elements")]
    return added == removed ? now : [.number(count - added + removed), .arrow] + now
  }
}

/// The first of some changes with its values, and the number of the others.
struct ChangeSummary: Sendable {
  private let first: [Span]
  /// The first element that came or went, if it is shown.
  private let element: [Span]
  private let more: Int

  /// - Parameter isWithin: Whether the place of the changed value is already said.
  init?(_ changes: [ValueChange], in new: JSONValue?, isWithin: Bool = false) {
    let groups = ChangeGroup.groups(of: changes, in: new)
    guard let group = groups.first, let change = group.changes.first else { return nil }
    more = groups.count - 1
    guard let array = group.array else {
      (first, element) = (Self.spans(change), [])
      return
    }
    let place = isWithin && array.isRoot ? [] : [ValueText.path(array), .literal("  ")]
    first = place + group.size
    element = isWithin ? Self.element(change) : []
  }

  private static func spans(_ change: ValueChange) -> [Span] {
    let place = ValueText.path(change.path)
    if let cases = change.caseChange {
      return [place, .literal("  ")] + cases.names
    }
    switch (change.old, change.new) {
    case (let old?, let new?):
      return [place, .literal("  ")] + ChangeText.replacement(old, new)
    case (nil, let new?):
      return [.sign(.added), place, .literal("  "), ValueText.folded(new, .added)]
    default: return [.sign(.removed), place]
    }
  }

  /// The first element that came or went.
  private static func element(_ change: ValueChange) -> [Span] {
    guard !change.isMove, change.old == nil || change.new == nil,
      let value = change.new ?? change.old
    else { return [] }
    let isNew = change.new != nil
    return [
      .literal(", "), .sign(isNew ? .added : .removed),
      ValueText.folded(value, isNew ? .added : .removed),
    ]
  }

  /// The first change; then, if there is room, how many others there are, and what follows.
  func spans(_ rest: [Span] = []) -> [Span] {
    let count: [Span] =
      more > 0 ? [.literal(" and ", .dim), .number(more, .dim), .literal(" more", .dim)] : []
    let spare = element + count + rest
    return first + (spare.isEmpty ? [] : [.spare(spare)])
  }
}
