public import SessionFormat

/// One place at which two values differ, as people read it.
public struct ValueChange: Equatable, Sendable {
  /// The place: in the new value or, for what is gone, in the old one.
  public let path: JSONPointer
  /// The place in the old value, where it is another; nil if nothing was.
  public let from: JSONPointer?
  /// What was there; nil if the place is new.
  public let old: JSONValue?
  /// What is there now; nil if the place is gone.
  public let new: JSONValue?
  /// Whether an element moved; then what else changed in it is told by changes of its own.
  public let isMove: Bool
  /// The change of case that it is, where an enum stands there; else nil.
  package var caseChange: CaseChange?
  /// Where what came or went would stand in the value that lacks it; nil if that is the same place.
  var counterpart: JSONPointer?

  /// The place in the old value, also if nothing stands there.
  var oldPath: JSONPointer { (old == nil ? counterpart : from) ?? path }
  /// The place in the new value, also if nothing stands there.
  var newPath: JSONPointer { (new == nil ? counterpart : nil) ?? path }

  /// Why both look alike, where they do.
  ///
  /// Complexity: O(size).
  package var likeness: Likeness? {
    guard let old, let new, !isMove else { return nil }
    return Likeness(old, new)
  }
}

extension DifferenceTree {
  /// All changes, in the order of the old value, what came at the place where it stands.
  ///
  /// Complexity: O(changes × depth).
  public var changes: [ValueChange] { changes(.unknown) }

  /// All changes; an enum that has another case is one change, told apart by what is known of types.
  package func changes(_ enums: EnumPlaces) -> [ValueChange] {
    var list = ChangeList(enums: enums)
    list.add(self)
    return list.changes
  }

  /// The arrays and values that were too much to compare in full.
  ///
  /// Arrays that were aligned by index; containers that stand for each other and were not looked
  /// into. Places in the new value.
  public var cuts: [JSONPointer] {
    var list = ChangeList(enums: .unknown)
    list.add(self)
    return list.cuts
  }

  /// The places of all changes, the change of case that the first is, and whether anything was too
  /// much to compare in full.
  package func places(
    _ enums: EnumPlaces
  ) -> (paths: [JSONPointer], caseChange: CaseChange?, isCut: Bool) {
    var list = ChangeList(enums: enums)
    list.add(self)
    return (list.changes.map(\.path), list.changes.first?.caseChange, !list.cuts.isEmpty)
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
    if old == nil || new == nil, from != to { change.counterpart = old == nil ? from : to }
    changes.append(change)
  }
}
