import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("The tree of differences")
struct DifferenceTreeTests {
  /// Of pairs of random documents: some edits apart, or strangers to each other.
  static let trees: [DifferenceTree] = {
    var source = RandomDocuments(seed: 77)
    return (0..<10_000).map { number in
      let old = source.document()
      let new =
        number.isMultiple(of: 4)
        ? source.document() : source.edited(old, edits: 1 + number % 3)
      return DifferenceTree(from: old, to: new)
    }
  }()

  @Test("applied to the old value its patch gives the new one, and the way back the old one")
  func patches() throws {
    for tree in Self.trees {
      let (old, new) = (tree.old, tree.new)
      if try tree.patch.applied(to: old) != new { Issue.record("\(old) to \(new)") }
      if try tree.inverse.patch.applied(to: new) != old { Issue.record("\(new) to \(old)") }
    }
  }

  @Test("it is empty for equal values only, and so are its changes and its patch")
  func emptiness() {
    for tree in Self.trees {
      let areEqual = tree.old == tree.new
      let emptiness = [tree.isEmpty, tree.changes.isEmpty, tree.patch.isEmpty]
      if emptiness.contains(!areEqual) { Issue.record("\(tree.old) to \(tree.new)") }
      if !tree.cuts.isEmpty { Issue.record("cut: \(tree.old) to \(tree.new)") }
      #expect(DifferenceTree(from: tree.new, to: tree.new).content == .same)
    }
  }

  @Test("the way back has the sides swapped, and back again is the tree itself")
  func inverse() {
    for tree in Self.trees {
      let swapped = tree.changes.map { change in
        // What was added had no old place, and what was removed has no new one.
        let path = change.from ?? change.path
        return ValueChange(
          path: path, from: change.from == nil ? nil : change.path, old: change.new,
          new: change.old, isMove: change.isMove,
          caseChange: change.caseChange.flatMap { CaseChange($0.new, $0.old, isEnum: true) },
          counterpart: change.counterpart)
      }
      if tree.inverse.changes != swapped || tree.inverse.inverse != tree {
        Issue.record("\(tree.old) to \(tree.new)")
      }
    }
  }

  @Test("a change names what stood at its old place and what stands at its new one")
  func places() {
    for tree in Self.trees {
      for change in tree.changes {
        let old = change.old == nil ? nil : (change.from ?? change.path).value(in: tree.old)
        let new = change.new == nil ? nil : change.path.value(in: tree.new)
        if change.old != old || change.new != new || (old == new && !change.isMove) {
          Issue.record("\(change.path): \(tree.old) to \(tree.new)")
        }
      }
    }
  }

  /// All arrays of up to that many of three values.
  private static func arrays(upTo length: Int) -> [[Int]] {
    (0..<length).reduce(into: [[[]]]) { lists, _ in
      lists.append((lists.last ?? []).flatMap { list in (0..<3).map { list + [$0] } })
    }.flatMap { $0 }
  }

  /// The length of the longest common subsequence, by its definition.
  private static func longest(_ a: [Int], _ b: [Int]) -> Int {
    var row = [Int](repeating: 0, count: b.count + 1)
    for x in a {
      var diagonal = 0
      for (place, y) in b.enumerated() {
        let above = row[place + 1]
        row[place + 1] = x == y ? diagonal + 1 : max(above, row[place])
        diagonal = above
      }
    }
    return row[b.count]
  }

  @Test("of all arrays of up to five of three values, as many elements stay as can")
  func minimal() throws {
    let arrays = Self.arrays(upTo: 5)
    #expect(arrays.count == 364)
    // Which value is which makes no difference, so on one side they first come in their order.
    for a in arrays where a.indices.allSatisfy({ a[$0] <= (a[..<$0].max() ?? -1) + 1 }) {
      for b in arrays {
        let tree = DifferenceTree(
          from: .array(a.map { .number($0) }), to: .array(b.map { .number($0) }))
        var kept = 0
        switch tree.content {
        case .same: kept = a.count
        case .elements(let parts, .content):
          for part in parts where part.change == .same { kept += part.count }
        default: Issue.record("\(a) to \(b): \(tree.content)")
        }
        if kept != Self.longest(a, b) { Issue.record("\(a) to \(b): \(kept) stay") }
        if try tree.patch.applied(to: tree.old) != tree.new { Issue.record("\(a) to \(b)") }
      }
    }
  }

  @Test("of all orders of up to five rows, as few move as can, and each row is told once")
  func orders() throws {
    func orders(_ rows: [Int]) -> [[Int]] {
      rows.isEmpty
        ? [[]] : rows.flatMap { row in orders(rows.filter { $0 != row }).map { [row] + $0 } }
    }
    func rows(_ ids: [Int]) -> JSONValue { .array(ids.map { ["id": .number($0), "v": [1]] }) }
    for count in 2...5 {
      let first = Array(0..<count)
      // With one row gone and another come on the way.
      for order in orders(first) + orders(first.dropFirst() + [9]) where order != first {
        let tree = DifferenceTree(from: rows(first), to: rows(order))
        #expect(try tree.patch.applied(to: tree.old) == tree.new)
        #expect(try tree.inverse.patch.applied(to: tree.new) == tree.old)
        let moves = tree.changes.count { $0.isMove }
        let rise = Self.longestRise(order.filter { $0 != 9 })
        #expect(moves == order.count { $0 != 9 } - rise, "\(order)")
        #expect(tree.changes.count == moves + (order.contains(9) ? 2 : 0), "\(order)")
        #expect(tree.patch.operations.count == tree.changes.count, "\(order)")
      }
    }
  }

  /// The length of the longest rising subsequence, by its definition.
  private static func longestRise(_ numbers: [Int]) -> Int {
    (0..<1 << numbers.count).map { mask in
      let chosen = numbers.indices.filter { mask >> $0 & 1 == 1 }.map { numbers[$0] }
      return chosen == chosen.sorted() ? chosen.count : 0
    }.max() ?? 0
  }
}
