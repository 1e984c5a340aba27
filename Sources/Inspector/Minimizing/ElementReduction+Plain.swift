/// Ensures that plain `ddmin` would not end with fewer elements.
///
/// Two reductions that both end when no element can be left out may end with different lengths. So
/// only running `ddmin` itself shows its result, and that may take hundreds of times the steps. It
/// is skipped if it can't lead to less. Suppose that fewer elements never show what more do not,
/// and that each kept element is needed in the whole row. Then each is needed in every part that
/// shows the fault, and no such part is shorter than what is kept.
extension ElementReduction {
  /// If the number of elements in the row times the number of kept ones is at most this, `ddmin` is
  /// short enough to run always.
  private static let few = 2048
  /// How many larger selections are tested for what the kept elements show.
  private static let probes = 16

  /// The elements that `ddmin` has left of the whole row when it first tests other than a beginning
  /// of which the test is known to hold.
  ///
  /// It tests the first half before all else. So elements behind the first ones on which the test
  /// holds are in its way only if these are more than a half.
  var plainStart: KeptElements {
    guard kept.rest.isEmpty, kept.count > 0 else { return kept }
    var count = max(kept.count, options.rowCount)
    while count / 2 >= kept.count { count /= 2 }
    return KeptElements(prefix: count)
  }

  /// Runs `ddmin` on the whole row, unless that was done; keeps the fewest elements.
  mutating func goPlainWay<Failure>(_ test: Test<Failure>) throws(Failure) {
    guard let whole = pending else { return }
    pending = nil
    let (sum, isTooLarge) = steps.addingReportingOverflow(options.plainSteps)
    let most = isTooLarge ? .max : sum
    var plain = PlainReduction(whole)
    isCompared = try plain.run { (candidate) throws(Failure) in
      steps < most ? try shows(candidate, test) : nil
    }
  }

  /// Whether `ddmin` can end with no fewer elements, as far as that shows without running it.
  mutating func isLeast<Failure>(_ test: Test<Failure>) throws(Failure) -> Bool {
    guard let whole = pending else { return true }
    // If the kept elements are still the whole row, it was cut into parts just now.
    if kept.count == 1 || kept == whole {
      isCompared = true
    } else if whole.count > Self.few / kept.count {
      isCompared = try isOnlyWay(in: whole, test)
    }
    return isCompared
  }

  /// Whether each kept element is needed in the whole row, and no test showed less with more
  /// elements.
  private mutating func isOnlyWay<Failure>(
    in whole: KeptElements, _ test: Test<Failure>
  ) throws(Failure) -> Bool {
    let core = kept
    for length in 2..<core.count {
      for last in [length, core.count - 1, core.count] where last >= length {
        if try shows(core.without(last - length..<last), test) { return false }
      }
    }
    try goPlainWay(in: whole, among: core, test)
    if kept != core || refuted.isWider(than: core) { return false }
    for probe in 1...Self.probes {
      // Places that are not multiples of a number, so that they hit regular patterns.
      let share = (0.618_033_988_75 * Double(probe)).truncatingRemainder(dividingBy: 1)
      let more = whole.first(Int(share * Double(whole.count))).followed(by: core)
      guard try shows(more, test), kept == core else { return false }
    }
    let places = Set(core.places)
    for position in (0..<whole.count).reversed() where places.contains(whole[position]) {
      if try shows(whole.without(position..<position + 1), test) { return false }
    }
    return true
  }

  /// Does what `ddmin` would do on the whole row if only some elements mattered, and runs those
  /// alone.
  private mutating func goPlainWay<Failure>(
    in whole: KeptElements, among core: KeptElements, _ test: Test<Failure>
  ) throws(Failure) {
    let places = Set(core.places)
    var plain = PlainReduction(whole)
    _ = try plain.run { (candidate) throws(Failure) in
      let some = candidate.only(places)
      if some == core || some.count == 0 { return some == core }
      return try shows(some, test)
    }
  }
}
