import Foundation

extension Sequence {
  /// Cases of a law, the first among them: all in a whole run (`make test-whole`), one of `usual` of them
  /// otherwise, and one of `step` in a run that is to be fast (``FastRun``).
  public func thinned(_ step: Int, usual: Int = 3) -> [Element] {
    let step = FastRun.isOn ? step : Thinning.isOff ? 1 : Swift.min(usual, step)
    return enumerated().filter { $0.offset % step == 0 }.map(\.element)
  }
}

/// A run of all cases of each law, which takes about half as long again.
private enum Thinning {
  static let isOff = ProcessInfo.processInfo.environment["HINDSIGHT_WHOLE_TESTS"] != nil
}
