/// What shows that two sides part, and not by chance.
///
/// Only ``Experiments`` make one.
struct Proof: Equatable {
  let sides: TwoSides
  /// How probable it is that chance alone shows as much.
  let odds: Double

  fileprivate init(_ sides: TwoSides, _ odds: Double) {
    self.sides = sides
    self.odds = odds
  }
}

/// What an experiment came to.
enum Parting: Equatable {
  /// The sides part, and chance is below the level of a certain finding.
  case proven(Proof)
  /// The sides part, and chance is improbable.
  case indicated(TwoSides)
  /// They do not part as far as could be seen.
  case open(TwoSides)
  /// A run could not be made.
  case impossible
}

/// The experiments of one search for causes.
///
/// An experiment repeats a step with a condition and without it, each run in a fresh process, in an
/// order that is drawn by lot. What a condition does not touch cannot know the lot: not chance however
/// rare, not a clock, not what earlier runs left behind. So the odds of its parting the sides can be
/// counted, and that is the one way to a finding that is called certain.
struct Experiments {
  /// One run of a side: whether it came to what is looked for; nil if it could not be made.
  typealias Run = () throws(InspectorError) -> Bool?

  /// What is asked of both sides.
  enum Demand {
    /// Every run with the condition hits, and none without. The first that does not ends the
    /// experiment.
    case both
    /// Every run with the condition hits; of those without some may.
    case withCondition
    /// More of those with the condition hit.
    case more
  }

  private var made = 0
  private var lot: Lot

  /// Experiments whose order is drawn from a seed.
  init(seed: UInt64) { lot = Lot(seed: seed) }

  /// Repeats both sides until they part for certain, or will not.
  ///
  /// - Parameters:
  ///   - demand: What is asked of the sides; where it is not met, nothing is proven.
  ///   - looks: How many runs each side has at each look.
  mutating func part(
    _ demand: Demand, looks: [Int] = Odds.looks, with: Run, without: Run
  ) throws(InspectorError) -> Parting {
    made += 1
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
      let rest = (looks.last ?? look) / look
      if rest <= 1 || sides.scaled(by: rest).odds > Odds.level { break }
    }
    return sides.odds <= Odds.indication ? .indicated(sides) : .open(sides)
  }
}

/// Draws the order of runs; the same from the same seed.
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

  /// So many runs of each side, in any order with the same probability.
  mutating func order(of count: Int) -> [Bool] {
    (Array(repeating: true, count: count) + Array(repeating: false, count: count))
      .shuffled(using: &self)
  }
}
