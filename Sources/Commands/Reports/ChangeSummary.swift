import Inspector
import SessionFormat

/// The first of some changes with its values, and the number of the others, in as many words as fit.
struct ChangeSummary: Sendable {
  /// The place and both values, and the same in fewer columns.
  private let first: [Span]
  private let short: [Span]
  /// The same as short; if there is no room, only the last name of the place is left.
  private let bare: [Span]
  /// The place alone; empty if it is already said.
  private let place: [Span]
  /// The first element that came, went or moved, if it is shown, and how many others there are.
  private let element: [Span]
  private let elements: Int
  /// How many other changes there are.
  private let more: Int

  /// - Parameter isWithin: Whether the place of the changed value is already said.
  init?(_ changes: [ValueChange], in sides: ChangedSides?, isWithin: Bool = false) {
    let groups = ChangeGroup.groups(of: changes, in: sides)
    guard let group = groups.first, let change = group.changes.first else { return nil }
    more = groups.count - 1
    guard let array = group.array, let count = group.count else {
      (element, elements) = ([], 0)
      place = [.sign(change.sign), ValueText.path(change.path)]
      (first, short, bare) = Self.words(change)
      return
    }
    let isSaid = isWithin && array.isRoot
    let name = isSaid ? [] : [ValueText.path(array), .literal("  ")]
    place = isSaid ? [] : [.sign(.changed), ValueText.path(array)]
    (first, short, bare) = (name + count.spans, name + count.brief, [])
    element = isWithin ? group.firstElement.map(Self.element) ?? [] : []
    elements = group.changes.count - 1
  }

  private static func words(
    _ change: ValueChange
  ) -> (full: [Span], short: [Span], bare: [Span]) {
    let place = ValueText.path(change.path)
    let name = ValueText.path(change.path, toName: true)
    if let cases = change.caseChange {
      let new: [Span] = [.arrow, .text(cases.new.name, .added)]
      return ([place, .literal("  ")] + cases.names, [place] + new, [name] + new)
    }
    switch (change.old, change.new) {
    case (let old?, let new?):
      let short: [Span] = [.arrow, ValueText.preview(new, .added)]
      return (
        [place, .literal("  ")] + ChangeText.replacement(old, new), [place] + short,
        [name] + short
      )
    case (nil, let new?):
      let words = [.sign(.added), place, .literal("  "), ValueText.folded(new, .added)]
      return (words, words, [])
    default: return ([.sign(.removed), place], [.sign(.removed), place], [])
    }
  }

  /// An element that came, went or moved.
  private static func element(_ change: ValueChange) -> [Span] {
    guard let value = change.new ?? change.old else { return [] }
    let style: Style = change.isMove ? .plain : change.new == nil ? .removed : .added
    return [.literal(", "), .sign(change.sign), ValueText.folded(value, style)]
  }

  /// The first change, and how many others there are; then what follows.
  ///
  /// Where there is little room the old value goes first, and then the new one: none is cut.
  func spans(_ rest: [Span] = []) -> [Span] {
    var ways = [first + Self.count(more) + rest]
    if !element.isEmpty { ways.insert(first + element + Self.count(more + elements) + rest, at: 0) }
    let brief = Self.brief(more)
    let mark: [Span] = rest.isEmpty ? [] : [.literal(" …", .dim, ascii: " ...")]
    let least = place.isEmpty ? short : place
    ways += [first + brief + rest, short + brief + rest]
    // A mark is there to be found: it is worth more than the values.
    if !rest.isEmpty { ways.append(least + brief + rest) }
    ways += [first + brief + mark, short + brief + mark]
    let count = Array(brief.dropLast())
    if !brief.isEmpty { ways += [short + count] + (bare.isEmpty ? [] : [bare + count]) }
    ways.append(least + brief + mark)
    if !brief.isEmpty { ways.append(least + count) }
    return [.choice(ways)]
  }

  private static func count(_ more: Int) -> [Span] {
    more > 0 ? [.literal(" and ", .dim), .number(more, .dim), .literal(" more", .dim)] : []
  }

  /// ` …3 more`; without its word still a number.
  private static func brief(_ more: Int) -> [Span] {
    guard more > 0 else { return [] }
    return [.literal(" …", .dim, ascii: " ..."), .number(more, .dim), .literal(" more", .dim)]
  }
}

extension ValueChange {
  /// What happened there.
  var sign: Span.Change {
    isMove ? .moved : old == nil ? .added : new == nil ? .removed : .changed
  }
}
