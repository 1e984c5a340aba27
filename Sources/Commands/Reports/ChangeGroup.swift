import Inspector
import SessionFormat

/// The whole values before and after some changes.
struct ChangedSides: Sendable {
  let old: JSONValue
  let new: JSONValue

  init(_ old: JSONValue, _ new: JSONValue) { (self.old, self.new) = (old, new) }
  init(_ tree: DifferenceTree) { self.init(tree.old, tree.new) }

  /// The array to which an element came, which it left, or in which it moved, and how many elements
  /// it had and has; nil if the change is no such one.
  func array(of change: ValueChange) -> (place: JSONPointer, count: ElementCount)? {
    guard change.old == nil || change.new == nil || change.isMove, !change.path.isRoot,
      let old = change.oldPath.parent.value(in: old)?.array,
      case let place = change.newPath.parent, let new = place.value(in: new)?.array
    else { return nil }
    return (place, ElementCount(old: old.count, new: new.count))
  }
}

/// How many elements an array had and has.
struct ElementCount: Equatable, Sendable {
  let old: Int
  let new: Int

  /// `4 → 9 elements`.
  var spans: [Span] {
    let now: [Span] = [.number(new), new == 1 ? .literal(" element") : .literal(" elements")]
    return old == new ? now : [.number(old), .arrow] + now
  }

  /// `[4 → 9]`.
  var brief: [Span] {
    [.literal("[")] + (old == new ? [] : [.number(old), .arrow]) + [.number(new), .literal("]")]
  }
}

/// Changes that belong together: those of the elements of one array, or a single other one.
struct ChangeGroup {
  /// The place, in the new value, of the array whose elements came, went or moved; nil for another
  /// change.
  let array: JSONPointer?
  private(set) var changes: [ValueChange]
  /// How many elements the array had and has.
  let count: ElementCount?

  /// Changes in their order; those below one array are neighbours.
  static func groups(of changes: [ValueChange], in sides: ChangedSides?) -> [ChangeGroup] {
    let arrays = arrays(of: changes, in: sides)
    var groups: [ChangeGroup] = []
    for change in changes {
      let array = arrays.isEmpty ? nil : outermost(change.newPath.tokens, in: arrays)
      if let array, let last = groups.last?.array, last == array.key {
        groups[groups.count - 1].changes.append(change)
      } else {
        groups.append(ChangeGroup(array: array?.key, changes: [change], count: array?.value))
      }
    }
    return groups
  }

  /// The arrays of which elements came, went or moved.
  private static func arrays(
    of changes: [ValueChange], in sides: ChangedSides?
  ) -> [JSONPointer: ElementCount] {
    guard let sides else { return [:] }
    var arrays: [JSONPointer: ElementCount] = [:]
    for change in changes {
      if let array = sides.array(of: change) { arrays[array.place] = array.count }
    }
    return arrays
  }

  private static func outermost(
    _ tokens: [String], in arrays: [JSONPointer: ElementCount]
  ) -> (key: JSONPointer, value: ElementCount)? {
    for depth in 0..<tokens.count {
      let place = JSONPointer(tokens: Array(tokens.prefix(depth)))
      if let count = arrays[place] { return (place, count) }
    }
    return nil
  }

  /// `4 → 9 elements`; nothing for another change.
  var size: [Span] { count?.spans ?? [] }

  /// The first element of the array that came, went or moved.
  var firstElement: ValueChange? {
    guard let array else { return nil }
    return changes.first {
      ($0.old == nil || $0.new == nil || $0.isMove) && $0.newPath.parent == array
    }
  }
}
