import Foundation

/// The numbers of hits among the runs of two sides of an experiment.
///
/// The runs of each block were made in random order, so that only the draw decides which run
/// belongs to which side.
struct TwoSides: Equatable {
  /// The runs of one side.
  struct Side: Equatable {
    var runs = 0
    var hits = 0
  }

  /// Runs of both sides whose order was drawn together.
  struct Block: Equatable {
    var with = Side()
    var without = Side()
  }

  private(set) var blocks: [Block] = []

  /// Both sides of all blocks.
  var total: Block {
    blocks.reduce(into: Block()) { total, block in
      total.with.runs += block.with.runs
      total.with.hits += block.with.hits
      total.without.runs += block.without.runs
      total.without.hits += block.without.hits
    }
  }

  mutating func begin() { blocks.append(Block()) }

  mutating func note(_ isHit: Bool, with: Bool) {
    if blocks.isEmpty { begin() }
    let side = with ? \Block.with : \Block.without
    blocks[blocks.count - 1][keyPath: side].runs += 1
    if isHit { blocks[blocks.count - 1][keyPath: side].hits += 1 }
  }

  /// The same, if a rare effect shows as much more often as may well be: three runs more without the
  /// condition are no hits.
  var hoped: TwoSides {
    var hoped = self
    guard let last = blocks.indices.last else { return self }
    hoped.blocks[last].without.hits = max(0, blocks[last].without.hits - 3)
    return hoped
  }

  /// The same, as if each block had been made `factor` times.
  func scaled(by factor: Double) -> TwoSides {
    var scaled = TwoSides()
    scaled.blocks = blocks.map { block in
      func times(_ side: Side) -> Side {
        func times(_ count: Int) -> Int { Int((Double(count) * factor).rounded()) }
        return Side(runs: times(side.runs), hits: times(side.hits))
      }
      return Block(with: times(block.with), without: times(block.without))
    }
    return scaled
  }

  /// The probability that chance alone gives the side with the condition as many hits as it had, or
  /// more.
  ///
  /// This is Fisher's exact test, one-sided, for each block, and their sum. Under chance, the draw
  /// distributes the hits of a block over its sides, whatever caused them and however often they occur.
  /// Complexity: O(hits² × runs).
  var odds: Double {
    let due = total.with.hits
    guard due > 0 else { return 1 }
    var sums = [1.0]
    for block in blocks {
      let dealt = Self.dealt(block)
      var next = [Double](repeating: 0, count: sums.count + dealt.count - 1)
      for (left, sum) in sums.enumerated() where sum > 0 {
        for (right, share) in dealt.enumerated() { next[left + right] += sum * share }
      }
      sums = next
    }
    return min(1, sums[min(due, sums.count)...].reduce(0, +))
  }

  /// The probability of each number of hits on the side with the condition, under chance.
  private static func dealt(_ block: Block) -> [Double] {
    let hits = block.with.hits + block.without.hits
    let misses = block.with.runs + block.without.runs - hits
    return (0...block.with.runs).map { share in
      guard share <= hits, block.with.runs - share <= misses else { return 0 }
      return exp(
        Odds.logChoices(hits, share) + Odds.logChoices(misses, block.with.runs - share)
          - Odds.logChoices(hits + misses, block.with.runs))
    }
  }
}
