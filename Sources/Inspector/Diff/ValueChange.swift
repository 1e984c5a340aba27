public import SessionFormat

/// One place at which two values differ, for people to read.
public struct ValueChange: Equatable, Sendable {
  /// The place: in the new value, or in the old one if it was removed.
  public let path: JSONPointer
  /// The place in the old value, if it is a different one; nil if the value was added.
  public let from: JSONPointer?
  /// The old value; nil if it was added.
  public let old: JSONValue?
  /// The new value; nil if it was removed.
  public let new: JSONValue?
  /// Whether an element moved; other changes in it are listed separately.
  public let isMove: Bool
  /// The change of case, if the value is an enum; else nil.
  package var caseChange: CaseChange?
  /// The moments that the old and the new value stand for, if they do.
  package var moments: Moments?
  /// The place that an added or removed value would have on the other side; nil if it is the same.
  var counterpart: JSONPointer?

  /// The place in the old value, even if nothing is there.
  package var oldPath: JSONPointer { (old == nil ? counterpart : from) ?? path }
  /// The place in the new value, even if nothing is there.
  package var newPath: JSONPointer { (new == nil ? counterpart : nil) ?? path }

  /// Why both look alike, if they do.
  ///
  /// Complexity: O(size).
  package var likeness: Likeness? {
    guard let old, let new, !isMove else { return nil }
    return Likeness(old, new)
  }
}

/// The moments of a change, in seconds since the beginning of 2001; nil for a side that has none.
package struct Moments: Equatable, Sendable {
  package let old: Double?
  package let new: Double?

  /// Nil if neither side has one.
  package init?(_ old: JSONValue?, _ new: JSONValue?, at path: JSONPointer, _ places: EnumPlaces) {
    self.old = places.moment(old, at: path)
    self.new = places.moment(new, at: path)
    if self.old == nil, self.new == nil { return nil }
  }
}

extension DifferenceTree {
  /// All changes in the order of the old value; additions are listed at their places.
  ///
  /// Complexity: O(changes × depth).
  public var changes: [ValueChange] { changes(.unknown) }

  /// All changes; an enum with another case is one change, recognised by the known types.
  package func changes(_ enums: EnumPlaces) -> [ValueChange] {
    var list = ChangeList(enums: enums)
    list.add(self)
    return list.changes
  }

  /// The changes of what is at one place, whichever element of an array is there.
  package static func changes(
    from old: JSONValue, to new: JSONValue, at place: JSONPointer, _ enums: EnumPlaces
  ) -> [ValueChange] {
    var list = ChangeList(enums: enums)
    list.add(place.value(in: old), place.value(in: new), at: place)
    return list.changes
  }

  /// The places that were too expensive to compare in full.
  ///
  /// These are arrays aligned by index, and containers that were replaced without being examined.
  /// The places are those in the new value.
  public var cuts: [JSONPointer] {
    var list = ChangeList(enums: .unknown)
    list.add(self)
    return list.cuts
  }
}

private struct ChangeList {
  let enums: EnumPlaces
  private(set) var changes: [ValueChange] = []
  private(set) var cuts: [JSONPointer] = []
  private var path = DifferencePath()

  init(enums: EnumPlaces) { self.enums = enums }

  mutating func add(_ tree: DifferenceTree) {
    switch tree.content {
    case .same: break
    case .replaced:
      if tree.old.kind == tree.new.kind, tree.old.height > 0 { cuts.append(pointer) }
      note(tree.old, tree.new)
    case .members(let parts):
      if let change = CaseChange(parts, isEnum: enums.hasEnum(at: path.new)) {
        return note(tree.old, tree.new, caseChange: change)
      }
      for part in parts { add(part) }
    case .elements(let parts, let alignment):
      if alignment == .index { cuts.append(pointer) }
      for part in parts { add(part) }
    }
  }

  /// Adds the changes from one value to another, both at the same place.
  mutating func add(_ old: JSONValue?, _ new: JSONValue?, at place: JSONPointer) {
    for token in place.tokens { path.enter(.member(token)) }
    if let old, let new {
      add(DifferenceTree(from: old, to: new))
    } else if old != nil || new != nil {
      note(old, new)
    }
  }

  private var pointer: JSONPointer { path.pointer }

  private mutating func add(_ part: DifferenceTree.Part) {
    if part.change == .same { return }
    path.enter(part.place)
    defer { path.leave() }
    switch part.change {
    case .same: break
    case .changed(let tree): add(tree)
    case .moved(let tree):
      note(tree.old, tree.new, isMove: true)
      add(tree)
    case .added(let value): note(nil, value)
    case .removed(let value): note(value, nil)
    }
  }

  private mutating func note(
    _ old: JSONValue?, _ new: JSONValue?, isMove: Bool = false, caseChange: CaseChange? = nil
  ) {
    let (from, to) = (path.oldPointer, pointer)
    var change = ValueChange(
      path: new == nil ? from : to, from: old == nil || new == nil || from == to ? nil : from,
      old: old, new: new, isMove: isMove, caseChange: caseChange)
    if caseChange == nil, !isMove { change.moments = Moments(old, new, at: to, enums) }
    if old == nil || new == nil, from != to { change.counterpart = old == nil ? from : to }
    changes.append(change)
  }
}
