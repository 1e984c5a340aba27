import TestSupport
import Testing

@testable import SessionFormat

@Suite("Arrays of which elements were removed and added in several places")
struct ArrayAlignmentTests {
  private static func text(_ old: [Int], _ new: [Int]) throws -> String {
    JSONPatch(from: try value(old), to: try value(new)).document.description
  }

  private static func value(_ list: [Int]) throws -> JSONValue {
    try ValueEncoder().encode(list).value
  }

  /// How many elements are in no longest common subsequence.
  private static func leastEdits(_ old: [Int], _ new: [Int]) -> Int {
    var row = [Int](repeating: 0, count: new.count + 1)
    for one in old {
      var corner = 0
      for (place, other) in new.enumerated() {
        let above = row[place + 1]
        row[place + 1] = one == other ? corner + 1 : max(above, row[place])
        corner = above
      }
    }
    return old.count + new.count - 2 * (row.last ?? 0)
  }

  /// How many places of lists of the same count differ.
  private static func others(_ old: [Int], _ new: [Int]) -> Int {
    zip(old, new).count { $0 != $1 }
  }

  /// All lists of up to so many of three numbers.
  private static func lists(_ most: Int) -> [[Int]] {
    var (all, last): ([[Int]], [[Int]]) = ([[]], [[]])
    for _ in 0..<most {
      last = last.flatMap { list in (0..<3).map { list + [$0] } }
      all += last
    }
    return all
  }

  @Test(
    "the patch makes the one of the other, with no more changes than removed and added elements")
  func exhaustive() throws {
    let lists = try Self.lists(5).map { ($0, try Self.value($0)) }
    for (old, before) in lists {
      for (new, after) in lists {
        let patch = JSONPatch(from: before, to: after)
        let made = try patch.applied(to: before)
        let most =
          old.count == new.count
          ? Self.others(old, new) : min(Self.leastEdits(old, new), max(old.count, new.count))
        if made != after || patch.operations.count > most {
          Issue.record("\(old) to \(new): \(patch.document)")
        }
        let followed = before.followed(by: JSONWriter.bytes(of: after))
        if let found = followed?.patch, found != patch {
          Issue.record("\(old) followed by \(new): \(found.document)")
        }
      }
    }
  }

  @Test("a walk finds the same patch", arguments: [3, 4])
  func walked(most: Int) throws {
    let walk = LockstepWalk()
    let lists = Self.lists(most)
    for old in lists {
      for new in lists {
        let found = LockstepLawTests.found(walk, old, new)
        if try found != Self.text(old, new) { Issue.record("\(old) to \(new)") }
        let (boxes, others) = (old.map(Box.init), new.map(Box.init))
        let expected = try LockstepLawTests.expected(boxes, others)
        let seen = LockstepLawTests.found(walk, boxes, others)
        // What was made anew has other bits, so it is not seen that it moved.
        if seen == expected { continue }
        if old.count == new.count, try makes(seen, boxes, others) { continue }
        Issue.record("boxes \(old) to \(new)")
      }
    }
  }

  /// Whether a patch, as text, makes the one of the other.
  private func makes(_ patch: String?, _ old: [Box], _ new: [Box]) throws -> Bool {
    let patch = try JSONPatch(JSONParser().parse(Array(try #require(patch).utf8)))
    let (before, after) = (try ValueEncoder().encode(old), try ValueEncoder().encode(new))
    return try patch.applied(to: before.value) == after.value
  }

  /// Lists that are written as elements of a value's own, so that no array is at hand.
  struct Box: Encodable {
    let list: [Int]

    init(_ number: Int) { list = Array(repeating: 7, count: number) }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for number in list { try container.encode(number) }
    }
  }

  @Test("random lists with up to 64 changed elements, and with more")
  func random() throws {
    var random = SplitMix64(seed: 7)
    let walk = LockstepWalk()
    for round in 0..<200 {
      let old = (0..<Int.random(in: 1...300, using: &random)).map { $0 }
      var new = old
      for _ in 0..<Int.random(in: 1...90, using: &random) {
        let place = Int.random(in: 0...new.count, using: &random)
        if Bool.random(using: &random), place < new.count {
          new.remove(at: place)
        } else {
          new.insert(1_000 + Int.random(in: 0..<5, using: &random), at: place)
        }
      }
      let (before, after) = (try Self.value(old), try Self.value(new))
      let patch = JSONPatch(from: before, to: after)
      #expect(try patch.applied(to: before) == after, "round \(round)")
      #expect(LockstepLawTests.found(walk, old, new) == patch.document.description)
      let edits = Self.leastEdits(old, new)
      if old.count != new.count, edits <= 64 { #expect(patch.operations.count <= edits) }
    }
  }

  @Test(
    "a list that keeps its count names what moved, if that is less than the places that differ",
    arguments: [
      ([1, 2, 3, 4, 5], [2, 3, 4, 1, 5], "-0 +3=1"),
      ([1, 2, 3, 4, 5], [4, 1, 2, 3, 5], "+0=4 -4"),
      ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6], "-0 +4=6"), ([1, 2, 3], [3, 2, 1], "0=3 2=1"),
      ([1, 2], [2, 1], "0=2 1=1"), ([0, 1, 0, 0, 1, 0], [1, 0, 0, 0, 1, 1], "0=1 1=0 5=1"),
    ])
  func moved(old: [Int], new: [Int], changes: String) throws {
    let patch = JSONPatch(from: try Self.value(old), to: try Self.value(new))
    #expect(
      patch.operations.map { operation in
        switch operation {
        case .add(let path, let value): "+\(path.tokens[0])=\(value)"
        case .remove(let path): "-\(path.tokens[0])"
        case .replace(let path, let value): "\(path.tokens[0])=\(value)"
        default: "\(operation)"
        }
      }.joined(separator: " ") == changes)
    #expect(
      LockstepLawTests.found(LockstepWalk(), old, new) == patch.document.description)
  }

  @Test("a list of 10,000 that loses and gets elements far from each other names only those")
  func far() throws {
    let old = Array(0..<10_000)
    var new = old.filter { $0 != 40 && $0 != 7_000 && $0 != 9_000 }
    new.insert(-1, at: 5_000)
    new[8_000] = -2
    let expected =
      #"[{"op":"remove","path":"/40"},{"op":"add","path":"/5000","value":-1},"#
      + #"{"op":"remove","path":"/7000"},{"op":"replace","path":"/8000","value":-2},"#
      + #"{"op":"remove","path":"/8999"}]"#
    #expect(try Self.text(old, new) == expected)
    #expect(LockstepLawTests.found(LockstepWalk(), old, new) == expected)
  }
}
