import Foundation

extension Sequence {
  /// Cases of a law: all in a whole run (`make test-whole`), one of `usual` of them otherwise, and one of
  /// `step` in a run that is to be fast (``FastRun``).
  ///
  /// - Parameter turn: How many cases the choice is shifted by, from a choice with the first case. In a
  ///   table whose rows have ascending turns, each column is thinned as each row is.
  public func thinned(_ step: Int, usual: Int = 3, turn: Int = 0) -> [Element] {
    let step = FastRun.isOn ? step : Thinning.isOff ? 1 : Swift.min(usual, step)
    return enumerated().filter { ($0.offset + turn) % step == 0 }.map(\.element)
  }
}

/// A run of all cases of each law.
private enum Thinning {
  static let isOff = ProcessInfo.processInfo.environment["HINDSIGHT_WHOLE_TESTS"] != nil
}
