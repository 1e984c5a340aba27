public import SessionFormat

/// The differences of two JSON values: a tree that follows both down to what differs.
///
/// Members are matched by name, and elements by the ``Alignment`` that fits them. Equal parts are
/// folded into runs, so the tree is as large as the difference, not as the values. It is a value,
/// from which lists, patches and pages are made.
///
/// ```swift
/// let tree = DifferenceTree(from: before, to: after)
/// tree.changes            // one for each place
/// try tree.patch.applied(to: before) == after   // true
/// ```
public struct DifferenceTree: Equatable, Sendable {
  /// How the two values differ.
  public enum Content: Equatable, Sendable {
    /// They are equal.
    case same
    /// One replaced the other; their parts are not matched.
    case replaced
    /// Both are objects.
    case members([Part])
    /// Both are arrays.
    case elements([Part], Alignment)
  }

  /// How the elements of two arrays were matched.
  public enum Alignment: Equatable, Sendable {
    /// By this member, which every element has and no two share.
    case identity(String)
    /// By equality: the longest common subsequence.
    case content
    /// By index, because a better alignment would take too long.
    case index
  }

  /// A member, an element, or a run of equal ones.
  public struct Part: Equatable, Sendable {
    /// Its place.
    public let place: Place
    /// How it changed.
    public let change: Change
    /// The number of neighbours that it covers: more than 1 only for a run of equal ones.
    public let count: Int

    init(_ place: Place, _ change: Change, count: Int = 1) {
      self.place = place
      self.change = change
      self.count = count
    }
  }

  /// The place of a part in its container; for a run, the place of its first.
  public enum Place: Sendable {
    /// The name of a member.
    case member(String)
    /// The indexes of an element: no old one if it was added, no new one if it was removed.
    case element(old: Int?, new: Int?)
  }

  /// How a part changed.
  public enum Change: Equatable, Sendable {
    /// Not at all.
    case same
    /// It differs.
    case changed(DifferenceTree)
    /// It was added.
    case added(JSONValue)
    /// It was removed.
    case removed(JSONValue)
    /// The element is in another order now, and may differ too.
    case moved(DifferenceTree)
  }

  /// The first value.
  public let old: JSONValue
  /// The second value.
  public let new: JSONValue
  /// How they differ.
  public let content: Content

  init(old: JSONValue, new: JSONValue, _ content: Content) {
    self.old = old
    self.new = new
    self.content = content
  }

  /// Compares two values.
  ///
  /// Arrays are first trimmed of equal elements at both ends. The rest is aligned by an identifying
  /// member (`id`, `uuid`, `key`, `_id`, `identifier`, `guid`), if all elements have it as text or
  /// number and no two on a side share it. Otherwise it is aligned by the longest common
  /// subsequence of equal elements, and the elements left between those pair by pair. Beyond a
  /// bound elements are aligned by index, and far beyond it not examined at all (``cuts``).
  ///
  /// Complexity: O(size) for few differences, and at most a constant times that for many. Only what
  /// the values do not share counts: between two states, the contents of the patches.
  public init(from old: JSONValue, to new: JSONValue) {
    var effort = DifferenceEffort(old, new)
    self.init(from: old, to: new, effort: &effort)
  }

  /// Compares two values with the rest of an effort.
  package init(from old: JSONValue, to new: JSONValue, effort: inout DifferenceEffort) {
    let glance = 4 * min(old.textSize, new.textSize, 1 << 40)
    var walk = DifferenceWalk(effort: effort, glance: glance)
    self = walk.tree(old, new)
    effort = walk.effort
  }

  /// Whether the values are equal.
  public var isEmpty: Bool { content == .same }

  /// The inverse tree: what was added is removed, and so on, in the same order.
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

/// The path from the root of a difference tree to a part, in both values.
package struct DifferencePath {
  package private(set) var new: [String] = []
  private var old: [String] = []

  package init() {}

  /// Descends to a part.
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

  /// Ascends again.
  package mutating func leave() {
    new.removeLast()
    old.removeLast()
  }

  /// The path in the new value.
  package var pointer: JSONPointer { JSONPointer(tokens: new) }
  /// The path in the old value.
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
