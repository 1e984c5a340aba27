import Foundation

/// The thresholds for calling something certain.
enum Odds {
  /// The share of searches in which chance alone may produce a finding that is called certain.
  static let promised = 1.0 / 1000
  /// The most experiments of one search that may end in a certain finding.
  static let mostExperiments = 24
  /// The number of runs of each side at each look at an experiment.
  ///
  /// Nine runs of each side that differ throughout would do for the first look. The last look is
  /// for effects that occur once in ten runs.
  static let looks = [10, 32, 120, 320]
  /// The probability of chance allowed at each look, so that all looks together keep the promise.
  static let level = promised / Double(mostExperiments * looks.count)
  /// The probability of chance below which a cause is indicated, though not proven.
  static let indication = 1.0 / 100

  /// The logarithm of the number of ways to choose some of a number of things.
  static func logChoices(_ all: Int, _ some: Int) -> Double {
    let few = min(some, all - some)
    guard few > 0 else { return 0 }
    return (1...few).reduce(0.0) { $0 + log(Double(all - few + $1) / Double($1)) }
  }
}
