import TestSupport

/// A fault that elements of a row show by how many of them there are, what they come to or spell.
struct RowFault {
  enum Kind: CaseIterable {
    /// Three elements, and an odd number of toggles.
    case odd
    /// Three elements, and an even number of toggles.
    case even
    /// Three elements, and a number of toggles that leaves 1 when it is divided by 3.
    case thirds
    /// So many of a kind that 4 are left when their number is divided by 7.
    case sevenths
    /// So many of a kind, whichever.
    case counted
    /// Values of 1 to 9 come to a sum.
    case sum
    /// Values from -9 to 9 come to one sum exactly.
    case balance
    /// Three that stand between an opening and its closing.
    case between
    /// Letters spell a word, without others between them.
    case text
  }

  let kind: Kind
  /// Whether it shows after all elements only, not already after some of the first ones.
  let isAtEnd: Bool
  private let chosen: Set<Int>
  private let marks: [Int]
  private let values: [Int]

  /// A fault among so many elements.
  ///
  /// - Parameter spacing: Of so many elements about one is a toggle.
  init(_ kind: Kind, of count: Int, spacing: Int, isAtEnd: Bool, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    (self.kind, self.isAtEnd) = (kind, isAtEnd)
    var chosen: Set<Int> = []
    while chosen.count < min(3, count) { chosen.insert(Int.random(in: 0..<count, using: &random)) }
    self.chosen = chosen
    marks = (0..<count).map { _ in Int.random(in: 0..<spacing, using: &random) }
    values = (0..<count).map { _ in Int.random(in: -9...9, using: &random) }
  }

  /// After how many of the kept elements, given by their places, it shows; nil if it does not.
  func shows(in kept: [Int]) -> Int? {
    var (hits, toggles, open, sum) = (0, 0, false, 0)
    var tail: [Int] = []
    for (position, place) in kept.enumerated() {
      let mark = marks[place]
      if chosen.contains(place) { hits += 1 } else if mark == 0 { toggles += 1 }
      if kind == .between {
        if mark == 0 { (open, hits) = (true, 0) }
        if mark == 1 { open = false }
        if open, mark == 2 { sum += 1 }
      } else {
        sum += kind == .balance ? values[place] : abs(values[place])
      }
      if kind == .text {
        tail.append(mark % 4)
        if tail.count > 4 { tail.removeFirst() }
      }
      if isAtEnd, position + 1 < kept.count { continue }
      let shows =
        switch kind {
        case .odd: hits == 3 && toggles % 2 == 1
        case .even: hits == 3 && toggles % 2 == 0
        case .thirds: hits == 3 && toggles % 3 == 1
        case .sevenths: toggles % 7 == 4
        case .counted: toggles >= 9
        case .sum: sum >= 40 + values.count / 50
        case .balance: sum == 11
        case .between: sum >= 3
        case .text: tail == [0, 1, 2, 3]
        }
      if shows { return position + 1 }
    }
    return nil
  }
}
