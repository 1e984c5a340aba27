import Inspector
import SessionFormat

/// The first of some changes with its values, and the number of the others.
struct ChangeSummary: Sendable {
  private let first: [Span]
  /// The first element that came, went or moved, if it is shown.
  private let element: [Span]
  private let more: Int

  /// - Parameter isWithin: Whether the place of the changed value is already said.
  init?(_ changes: [ValueChange], in sides: ChangedSides?, isWithin: Bool = false) {
    let groups = ChangeGroup.groups(of: changes, in: sides)
    guard let group = groups.first, let change = group.changes.first else { return nil }
    guard let array = group.array else {
      (first, element, more) = (Self.spans(change), [], groups.count - 1)
      return
    }
    let place = isWithin && array.isRoot ? [] : [ValueText.path(array), .literal("  ")]
    first = place + group.size
    element = isWithin ? group.firstElement.map(Self.element) ?? [] : []
    more = groups.count - 1 + (element.isEmpty ? 0 : group.changes.count - 1)
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

  /// An element that came, went or moved.
  private static func element(_ change: ValueChange) -> [Span] {
    guard let value = change.new ?? change.old else { return [] }
    let (sign, style): (Span.Change, Style) =
      change.isMove ? (.moved, .plain) : change.new == nil ? (.removed, .removed) : (.added, .added)
    return [.literal(", "), .sign(sign), ValueText.folded(value, style)]
  }

  /// The first change; then, if there is room, how many others there are, and what follows.
  func spans(_ rest: [Span] = []) -> [Span] {
    let count: [Span] =
      more > 0 ? [.literal(" and ", .dim), .number(more, .dim), .literal(" more", .dim)] : []
    let spare = element + count + rest
    return first + (spare.isEmpty ? [] : [.spare(spare)])
  }
}
