public import SessionFormat

/// How one JSON value became another: a tree that follows both, down to what differs.
///
/// Members are matched by name, elements by the ``Alignment`` that fits them. What is equal is
/// folded into runs, so the tree is as large as the difference, not as the values. It is a value;
/// lists, patches and pages are made of it afterwards.
///
/// ```swift
/// let tree = DifferenceTree(from: before, to: after)
/// tree.changes            // one for each place
/// try tree.patch.applied(to: before) == after   // true
/// ```
public struct DifferenceTree: Equatable, Sendable {
  /// What lies between the two values.
  public enum Content: Equatable, Sendable {
    /// They are equal.
    case same
    /// One stands for the other; nothing in them is matched.
    case replaced
    /// Both are objects.
    case members([Part])
    /// Both are arrays.
    case elements([Part], Alignment)
  }

  /// What told which elements of two arrays belong together.
  public enum Alignment: Equatable, Sendable {
    /// This member, which every element has and no two share.
    case identity(String)
    /// Being equal: the longest common subsequence.
    case content
    /// The index, because aligning them would have taken too long.
    case index
  }

  /// A member, an element, or a run of equal ones.
  public struct Part: Equatable, Sendable {
    /// Where it stands.
    public let place: Place
    /// What became of it.
    public let change: Change
    /// How many neighbours it stands for: 1, but for a run of equal ones.
    public let count: Int

    init(_ place: Place, _ change: Change, count: Int = 1) {
      self.place = place
      self.change = change
      self.count = count
    }
  }

  /// Where a part stands in its container; of a run, where the first stands.
  public enum Place: Sendable {
    /// The name of a member.
    case member(String)
    /// The indexes of an element: no old one where it is new, no new one where it is gone.
    case element(old: Int?, new: Int?)
  }

  /// What became of a part.
  public enum Change: Equatable, Sendable {
    /// Nothing.
    case same
    /// It differs.
    case changed(DifferenceTree)
    /// It came.
    case added(JSONValue)
    /// It went.
    case removed(JSONValue)
    /// The element stands among others now, and may differ too.
    case moved(DifferenceTree)
  }

  /// The first value.
  public let old: JSONValue
  /// The second value.
  public let new: JSONValue
  /// What lies between them.
  public let content: Content

  init(old: JSONValue, new: JSONValue, _ content: Content) {
    self.old = old
    self.new = new
    self.content = content
  }

  /// Compares two values.
  ///
  /// Arrays are cut at what is equal at both ends. What lies between is aligned by a member that
  /// identifies (`id`, `uuid`, `key`, `_id`, `identifier`, `guid`), where all elements have it, as
  /// text or number, and no two of a side share it; else by the longest common subsequence of
  /// equal elements, and what is left between those pair by pair. The work is bounded: what would
  /// exceed it is aligned by index, and far beyond that not looked into (``cuts``).
  ///
  /// Complexity: O(size) for few differences, at most a constant times that for any, of what both do
  /// not share: between two states, of what the patches say.
  public init(from old: JSONValue, to new: JSONValue) {
    self.init(from: old, to: new, effort: DifferenceEffort(old, new))
  }

  init(from old: JSONValue, to new: JSONValue, effort: DifferenceEffort) {
    var effort = effort
    self.init(from: old, to: new, effort: &effort)
  }

  /// Compares two values with what is left of an effort.
  package init(from old: JSONValue, to new: JSONValue, effort: inout DifferenceEffort) {
    let glance = 4 * min(old.textSize, new.textSize, 1 << 40)
    var walk = DifferenceWalk(effort: effort, glance: glance)
    self = walk.tree(old, new)
    effort = walk.effort
  }

  /// Whether the values are equal.
  public var isEmpty: Bool { content == .same }

  /// The tree of the way back: what was added is removed, and so on, in the same order.
  ///
  /// Complexity: O(size of the tree).
  public var inverse: DifferenceTree {
    switch content {
    case .same, .replaced: DifferenceTree(old: new, new: old, content)
    case .members(let parts): DifferenceTree(old: new, new: old, .members(parts.map(\.inverse)))
    case .elements(let parts, let alignment):
      DifferenceTree(old: new, new: old, .elements(parts.map(\.inverse), alignment))
    }
  }
}

extension DifferenceTree.Part {
  fileprivate var inverse: DifferenceTree.Part {
    let place: DifferenceTree.Place =
      switch self.place {
      case .member: self.place
      case .element(let old, let new): .element(old: new, new: old)
      }
    let change: DifferenceTree.Change =
      switch self.change {
      case .same: .same
      case .changed(let tree): .changed(tree.inverse)
      case .moved(let tree): .moved(tree.inverse)
      case .added(let value): .removed(value)
      case .removed(let value): .added(value)
      }
    return DifferenceTree.Part(place, change, count: count)
  }
}

/// The way from the top of a tree of differences down to a part, in both values.
package struct DifferencePath {
  package private(set) var new: [String] = []
  private var old: [String] = []

  package init() {}

  /// Goes down to a part.
  package mutating func enter(_ place: DifferenceTree.Place) {
    switch place {
    case .member(let name):
      new.append(name)
      old.append(name)
    case .element(let from, let to):
      new.append(String(to ?? from ?? 0))
      old.append(String(from ?? to ?? 0))
    }
  }

  /// Goes up again.
  package mutating func leave() {
    new.removeLast()
    old.removeLast()
  }

  /// The place in the new value.
  package var pointer: JSONPointer { JSONPointer(tokens: new) }
  /// The place in the old value.
  package var oldPointer: JSONPointer { JSONPointer(tokens: old) }
}

extension DifferenceTree.Place: Equatable {
  /// Whether both are the same place; names are compared by their bytes.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.member(let a), .member(let b)): a.hasSameBytes(as: b)
    case (.element(let a, let b), .element(let c, let d)): a == c && b == d
    default: false
    }
  }
}
