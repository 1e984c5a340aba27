extension Sequence {
  /// All cases of a law; in a run that is to be fast (``FastRun``) one of `step` of them, the first among
  /// them.
  public func thinned(_ step: Int) -> [Element] {
    guard FastRun.isOn else { return Array(self) }
    return enumerated().filter { $0.offset % step == 0 }.map(\.element)
  }
}
