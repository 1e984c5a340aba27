/// The proof that two sides differ, and not by chance.
///
/// Only ``Experiments`` makes one.
struct Proof: Equatable {
  let sides: TwoSides
  /// The probability that chance alone shows as much.
  let odds: Double

  fileprivate init(_ sides: TwoSides, _ odds: Double) {
    self.sides = sides
    self.odds = odds
  }
}

/// The result of an experiment.
enum Contrast: Equatable {
  /// The sides differ, and chance is below the level of a certain finding.
  case proven(Proof)
  /// The sides differ, and chance is improbable.
  case indicated(TwoSides)
  /// No difference of the sides was found.
  case open(TwoSides)
  /// A run could not be made.
  case impossible
}

/// The experiments of one search for causes.
///
/// An experiment repeats a step with a condition and without it, each run in a fresh process, in
/// random order. Anything that the condition does not affect is independent of that order: rare
/// chance, a clock, remains of earlier runs. So the probability that it separates the sides can be
/// computed. No finding is called certain in any other way.
struct Experiments {
  /// One run of a side: whether it was a hit; nil if the run could not be made.
  typealias Run = () throws(InspectorError) -> Bool?

  /// What an experiment requires of both sides.
  enum Demand {
    /// Every run with the condition hits, and none without. The first that does not ends the
    /// experiment.
    case both
    /// Every run with the condition hits; runs without it may.
    case withCondition
    /// More of the runs with the condition hit.
    case more
  }

  private var made = 0
  private var lot: Lot

  /// Experiments whose order is drawn from a seed.
  init(seed: UInt64) { lot = Lot(seed: seed) }

  /// Repeats both sides until it is certain that they differ, or that they will not.
  ///
  /// - Parameters:
  ///   - demand: What is required of the sides; if it is not met, nothing is proven.
  ///   - looks: The number of runs of each side at each look.
  ///   - counts: Whether it is one of those over all of which the odds are bounded: not if it can only take certainty
  ///     away.
  mutating func part(
    _ demand: Demand, looks: [Int] = Odds.looks, counts: Bool = true, with: Run, without: Run
  ) throws(InspectorError) -> Contrast {
    if counts { made += 1 }
    let looks = demand == .both ? Array(looks.prefix(1)) : Array(looks.prefix(Odds.looks.count))
    var sides = TwoSides()
    for (place, look) in looks.enumerated() {
      sides.begin()
      for isWith in lot.order(of: look - (place > 0 ? looks[place - 1] : 0)) {
        guard let isHit = try isWith ? with() : without() else { return .impossible }
        sides.note(isHit, with: isWith)
        switch demand {
        case .both where isHit != isWith, .withCondition where isWith && !isHit:
          return .open(sides)
        default: break
        }
      }
      let odds = sides.odds
      if odds <= Odds.level, made <= Odds.mostExperiments { return .proven(Proof(sides, odds)) }
      let rest = Double(looks.last ?? look) / Double(look)
      if rest <= 1 || sides.hoped.scaled(by: rest).odds > Odds.level { break }
    }
    return sides.odds <= Odds.indication ? .indicated(sides) : .open(sides)
  }
}

/// Draws the order of runs, reproducibly from a seed.
struct Lot: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  // SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A random order of `count` runs of each side, all orders equally probable.
  mutating func order(of count: Int) -> [Bool] {
    (Array(repeating: true, count: count) + Array(repeating: false, count: count))
      .shuffled(using: &self)
  }
}
