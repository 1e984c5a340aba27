/// Seeing to it that plain `ddmin` comes to no fewer elements.
///
/// Two ways to a row of which no element can be left out may end with rows of different lengths. So
/// nothing but going its way tells what `ddmin` comes to, and that way may take hundreds of times the
/// steps. It is left out where it can't lead to less: if fewer elements never show what more do not,
/// and each kept element is needed in the whole row, then it is needed in every part that shows
/// the fault, and no part is shorter than what is kept.
extension ElementReduction {
  /// Where the elements of the row times those that are kept are no more, the way of `ddmin` is short
  /// enough to be always gone.
  private static let few = 2048
  /// At so many places it is asked whether more elements show what those that are kept show.
  private static let probes = 16

  /// Does what `ddmin` does with the whole row, unless that was done; the fewest are kept.
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

  /// Whether `ddmin` can come to no fewer than are kept, as far as is seen without going its way.
  mutating func isLeast<Failure>(_ test: Test<Failure>) throws(Failure) -> Bool {
    guard let whole = pending else { return true }
    // What is the whole row still was cut into parts just now.
    if kept.count == 1 || kept == whole {
      isCompared = true
    } else if whole.count > Self.few / kept.count {
      isCompared = try isOnlyWay(in: whole, test)
    }
    return isCompared
  }

  /// Whether each kept element is needed in the whole row, and nothing was seen to show less with
  /// more elements.
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
      // Places that are no multiples of a number, so that they hit what comes regularly.
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

  /// Does what `ddmin` would do with the whole row if none but some of the elements mattered, and runs
  /// those alone.
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
