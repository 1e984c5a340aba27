/// A fault that some elements of a row show together, in one of the ways of actions.
public struct PlantedFault: Sendable {
  /// The ways.
  public enum Way: String, CaseIterable, Sendable {
    /// All of them must be there.
    case together
    /// Marks must come in an order, each at several places.
    case ordered
    /// A number of one kind must be there, whichever.
    case repeated
    /// The last one shows it only while an earlier one is open; another one closes that.
    case orderDependent
    /// All of them, and an odd number of some thirty others: fewer may show it although more do not.
    case nonMonotone
  }

  /// The way.
  public let way: Way
  /// The elements that were chosen for it, rising.
  public let needed: [Int]
  private let needs: Set<Int>
  private let marks: [Int]
  /// One in `spacing` elements counts among the others.
  private let spacing: Int

  /// A fault of `needed` among `count` elements, chosen by a seed.
  public init(_ way: Way, _ needed: Int, of count: Int, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var chosen: Set<Int> = []
    while chosen.count < min(needed, count) {
      chosen.insert(Int.random(in: 0..<count, using: &random))
    }
    self.way = way
    spacing = max(7, count / 31)
    self.needed = chosen.sorted()
    needs = chosen
    var marks = (0..<count).map { _ in Int.random(in: 0..<4 * max(1, needed), using: &random) }
    let closing = 4 * max(1, needed) - 1
    for place in marks.indices where marks[place] == closing && way == .orderDependent {
      // The planted elements are not closed half way.
      if let first = self.needed.first, let last = self.needed.last, first < place, place < last {
        marks[place] -= 1
      }
    }
    for (mark, place) in self.needed.enumerated() { marks[place] = way == .repeated ? 0 : mark }
    self.marks = marks
  }

  /// After how many of the kept elements, given by their places, the fault shows; nil if never.
  public func shows(in kept: some Sequence<Int>) -> Int? {
    var (seen, others, opened) = (0, 0, -1)
    var count = 0
    for place in kept {
      count += 1
      let isNeeded = needs.contains(place)
      switch way {
      case .together: seen += isNeeded ? 1 : 0
      case .ordered: if marks[place] == seen { seen += 1 }
      case .repeated: if marks[place] == 0 { seen += 1 }
      case .orderDependent:
        // Mark 0 opens, the last mark closes; the needed elements count only while it is open.
        if marks[place] == 0 { opened = place }
        if marks[place] == 4 * needed.count - 1 { (opened, seen) = (-1, 0) }
        if opened >= 0, marks[place] == seen { seen += 1 }
      case .nonMonotone:
        seen += isNeeded ? 1 : 0
        if place % spacing == 1, !isNeeded { others += 1 }
      }
      if seen == needed.count, way != .nonMonotone || others % 2 == 1 { return count }
    }
    return nil
  }
}
