public import SessionFormat

/// One place at which two values differ, as people read it.
public struct ValueChange: Equatable, Sendable {
  /// The place: in the new value or, for what is gone, in the old one.
  public let path: JSONPointer
  /// The place in the old value, where it is another; nil where nothing was.
  public let from: JSONPointer?
  /// What was there; nil where the place is new.
  public let old: JSONValue?
  /// What is there now; nil where the place is gone.
  public let new: JSONValue?
  /// Whether an element moved; then what else changed in it is told by changes of its own.
  public let isMove: Bool

  /// Why both look alike, where they do.
  ///
  /// Complexity: O(size).
  public var likeness: Likeness? {
    guard let old, let new, !isMove else { return nil }
    return Likeness(old, new)
  }
}

extension DifferenceTree {
  /// All changes, in the order of the old value, what came at the place where it stands.
  ///
  /// Complexity: O(changes × depth).
  public var changes: [ValueChange] {
    var list = ChangeList()
    list.add(self)
    return list.changes
  }

  /// The arrays and values that were too much to compare in full.
  ///
  /// Arrays that were aligned by index; containers that stand for each other and were not looked
  /// into. Places in the new value.
  public var cuts: [JSONPointer] {
    var list = ChangeList()
    list.add(self)
    return list.cuts
  }

  /// The places of all changes, and whether anything was too much to compare in full.
  var places: (paths: [JSONPointer], isCut: Bool) {
    var list = ChangeList()
    list.add(self)
    return (list.changes.map(\.path), !list.cuts.isEmpty)
  }
}

private struct ChangeList {
  private(set) var changes: [ValueChange] = []
  private(set) var cuts: [JSONPointer] = []
  private var path: [String] = []
  private var oldPath: [String] = []

  mutating func add(_ tree: DifferenceTree) {
    switch tree.content {
    case .same: break
    case .replaced:
      if tree.old.kind == tree.new.kind, tree.old.height > 0 { cuts.append(pointer) }
      note(tree.old, tree.new)
    case .members(let parts): for part in parts { add(part) }
    case .elements(let parts, let alignment):
      if alignment == .index { cuts.append(pointer) }
      for part in parts { add(part) }
    }
  }

  private var pointer: JSONPointer { JSONPointer(tokens: path) }

  private mutating func add(_ part: DifferenceTree.Part) {
    if part.change == .same { return }
    switch part.place {
    case .member(let name):
      path.append(name)
      oldPath.append(name)
    case .element(let old, let new):
      path.append(String(new ?? old ?? 0))
      oldPath.append(String(old ?? new ?? 0))
    }
    switch part.change {
    case .same: break
    case .changed(let tree): add(tree)
    case .moved(let tree):
      note(tree.old, tree.new, isMove: true)
      add(tree)
    case .added(let value): note(nil, value)
    case .removed(let value): note(value, nil)
    }
    path.removeLast()
    oldPath.removeLast()
  }

  private mutating func note(_ old: JSONValue?, _ new: JSONValue?, isMove: Bool = false) {
    let from = JSONPointer(tokens: oldPath)
    let path = new == nil ? from : pointer
    changes.append(
      ValueChange(
        path: path, from: old == nil || from == path ? nil : from, old: old, new: new,
        isMove: isMove))
  }
}
