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
  static let indication = 1.0 / 1000

  /// The logarithm of the number of ways to choose some of the runs of an experiment.
  static func logChoices(_ all: Int, _ some: Int) -> Double {
    func logFactorial(_ number: Int) -> Double { lgamma(Double(number) + 1) }
    return logFactorial(all) - logFactorial(some) - logFactorial(all - some)
  }
}
