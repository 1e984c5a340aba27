import Foundation

/// How sure something must be to be called certain.
enum Odds {
  /// In so many searches for causes chance alone may lead to one finding that is called certain.
  static let promised = 1.0 / 1000
  /// So many experiments of one search may end in a certain finding; no further one does.
  static let mostExperiments = 24
  /// How many runs each side has had at each look at an experiment.
  ///
  /// Nine of either side that part
  /// altogether would do for the first look; the last one is for what comes once in seven runs.
  static let looks = [10, 32, 120]
  /// What may come by chance at each look, so that all looks at all experiments keep the promise.
  static let level = promised / Double(mostExperiments * looks.count)
  /// What speaks for a cause, and is no proof.
  static let indication = 1.0 / 100

  /// The logarithm of how many ways there are to take some of a number of things.
  static func logChoices(_ all: Int, _ some: Int) -> Double {
    let few = min(some, all - some)
    guard few > 0 else { return 0 }
    return (1...few).reduce(0.0) { $0 + log(Double(all - few + $1) / Double($1)) }
  }
}
