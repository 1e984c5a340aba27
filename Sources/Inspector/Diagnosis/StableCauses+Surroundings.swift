import Foundation
import SessionFormat

// Time zone, language and time.

extension StableCauses {
  mutating func searchSurroundings(_ found: inout Findings) throws(InspectorError) {
    // What leads to another result, but not to the recorded one, comes behind what leads there.
    var elsewhere = Findings()
    elsewhere.doubt = found.doubt
    try searchZone(&found, &elsewhere)
    if found.best != .certain { try searchLocale(&found, &elsewhere) }
    if found.best.map({ $0 >= .likely }) != true { try searchTogether(&found) }
    if found.best != .certain { try searchClock(&found) }
    if found.best.map({ $0 >= .likely }) == true { elsewhere.lower() }
    found.append(elsewhere)
  }

  private func searchZone(
    _ found: inout Findings, _ elsewhere: inout Findings
  ) throws(InspectorError) {
    try searchRecordedZone(&found)
    if found.best == .certain { return }
    for zone in Self.farZones where zone != recordedZone {
      let there = RunConditions.zone(zone)
      guard let other = try runs.run(.alone, there), changes(other) else { continue }
      if recordedZone == nil, try searchOffsets(&found) { return }
      if let sides = try parts(there).sides {
        elsewhere.add(
          .timeZone, .possible, "with TZ=\(zone) it gives another result, \(sides.words)")
      }
      return
    }
  }

  /// Adds the zone if the recording names none, and one of those that are whole hours apart leads to the recorded
  /// result.
  private func searchOffsets(_ found: inout Findings) throws(InspectorError) -> Bool {
    for hours in -12...14 {
      // The names count to the west.
      let zone = "Etc/GMT\(hours > 0 ? "-" : "+")\(abs(hours))"
      guard let there = try runs.run(.alone, .zone(zone)), runs.isAsRecorded(there) else {
        continue
      }
      try searchCondition(
        .zone(zone), means: .timeZone, "with TZ=\(zone)", upTo: .likely, &found)
      return true
    }
    return false
  }

  private var recordedZone: String? { session.header.platform?["timeZone"]?.string }

  private static let farZones = ["Etc/GMT+12", "Etc/GMT-14"]

  /// The locales that the recording names.
  private var recordedLocales: [String] {
    let platform = session.header.platform
    // A name without its encoding is that of a language and region.
    let locale = platform?["locale"]?.string.map { $0.contains(".") ? $0 : "\($0).UTF-8" }
    return [platform?["cLocale"]?.string, locale].compactMap(\.self)
  }

  /// The C locale of the replay, if nothing is set for it.
  private var ownLocale: String {
    let environment = ProcessInfo.processInfo.environment
    let names = ["LC_ALL", "LANG"].compactMap { environment[$0] }
    return names.first { !$0.isEmpty } ?? "C"
  }

  /// The locales to try, those of the recording first.
  private var locales: [String] {
    var names: [String] = []
    for name in recordedLocales + ["C", "C.UTF-8"]
    where !name.isEmpty && !names.contains(name) {
      names.append(name)
    }
    return names
  }

  /// All zones, locales, environments and times that a coding may depend on, as far as they can be
  /// tested.
  var surroundings: [RunConditions] {
    let zones = [recordedZone].compactMap(\.self) + Self.farZones
    var all = zones.map(RunConditions.zone) + locales.map(RunConditions.locale)
    all.append(.bareEnvironment())
    if runs.tools.witness != nil {
      all.append(RunConditions(held: [.clock], name: "a clock that stands still"))
    }
    return all
  }

  /// The zone and the locales of the recording that are not those of the replay, each with what it is the cause
  /// of.
  var recordedSurroundings: [(RunConditions, Diagnosis.Cause)] {
    let zones = [recordedZone].compactMap(\.self).filter { $0 != TimeZone.current.identifier }
    let others = recordedLocales.filter { $0 != ownLocale }
    return zones.map { (.recorded(zone: $0), .timeZone) } + others.map { (.locale($0), .locale) }
  }

  func searchRecordedZone(_ found: inout Findings) throws(InspectorError) {
    guard let zone = recordedZone else { return }
    let own = TimeZone.current.identifier
    try searchCondition(
      .recorded(zone: zone), isNamed: true, means: .timeZone, "with TZ=\(zone), as recorded,",
      upTo: zone == own ? .likely : .certain, &found)
  }

  /// Adds the zone and the locale of the recording if both together lead to the recorded result, and neither alone.
  ///
  /// Changing one answer alone does not lead there, so neither is certain.
  private func searchTogether(_ found: inout Findings) throws(InspectorError) {
    guard let recordedZone, recordedZone != TimeZone.current.identifier else { return }
    let zone = RunConditions.zone(recordedZone)
    for (locale, cause) in recordedSurroundings where cause == .locale {
      let both = zone.and(locale)
      guard let there = try runs.run(.alone, both), runs.isAsRecorded(there) else { continue }
      for (one, other, cause) in [
        (zone, locale, Diagnosis.Cause.timeZone), (locale, zone, .locale),
      ] {
        try searchCondition(
          both, against: other.even().with.and(one.even().without), means: cause,
          "with \(both.name), as recorded,", without: " with \(other.name) alone", upTo: .likely,
          &found)
      }
      return
    }
  }

  /// Adds a cause if a condition leads to the recorded result.
  ///
  /// - Parameters:
  ///   - ordinary: What it is compared with, if that is not the same without it.
  ///   - isNamed: Whether they set a zone or a locale in variables.
  @discardableResult
  func searchCondition(
    _ conditions: RunConditions, against ordinary: RunConditions? = nil,
    isNamed: Bool = false, means cause: Diagnosis.Cause, _ words: String,
    without: String = " without", upTo most: Diagnosis.Confidence = .certain,
    _ found: inout Findings
  ) throws(InspectorError) -> StepRun? {
    let other = try runs.run(.alone, conditions)
    guard let other, !isAsRecorded, runs.isAsRecorded(other) else { return other }
    let even = conditions.even()
    let contrast = try runs.part(
      .both, with: runs.asRecorded(even.with), without: runs.asRecorded(ordinary ?? even.without))
    guard let sides = contrast.sides else { return nil }
    let evidence =
      "\(words) it gives the recorded result, \(sides.words(with: "", without: without))"
    if case .proven(let proof) = contrast, most == .certain {
      var doubt = try runs.threadDoubt()
      if doubt == nil, isNamed { doubt = try nameDoubt(conditions) }
      if doubt == nil, isNamed { doubt = try clockDoubt(even) }
      // The time of the recording says itself where it comes from.
      let isTime = cause == .clock ? try showsTime() : false
      if doubt == nil, !isTime, cause == .clock { doubt = try standingDoubt() }
      if doubt == nil, !isTime { doubt = try runs.sourceDoubt() }
      found.add(cause, proof, unless: doubt, evidence)
    } else {
      found.add(cause, .tested, evidence)
    }
    return nil
  }

  /// A reason to doubt a zone or a locale: the step may see that a variable is set at all, whatever
  /// it says.
  private func nameDoubt(_ there: RunConditions) throws(InspectorError) -> String? {
    guard let own = own(like: there) else {
      return "the categories of the locale differ here, so what is so without it has no one name"
    }
    guard let run = try runs.run(.alone, own) else {
      return "under \(own.name) it could not be tried"
    }
    return runs.isAsRecorded(run)
      ? "with \(own.name), which is so without it, it gives the recorded result, too" : nil
  }

  /// What is so without a zone or a locale, said by the same variables; nil if it cannot be.
  private func own(like there: RunConditions) -> RunConditions? {
    let environment = ProcessInfo.processInfo.environment.filter { !$0.value.isEmpty }
    let isOne =
      environment["LC_ALL"] != nil
      || Self.categories.allSatisfy {
        environment[$0] == nil || environment[$0] == environment["LANG"]
      }
    var own = there
    for (name, value) in there.environment where value != nil {
      let isOfAll = ["LC_ALL", "LANG"].contains(name)
      guard name == "TZ" || !isOfAll || isOne else { return nil }
      own.environment[name] =
        name == "TZ"
        ? TimeZone.current.identifier
        : isOfAll ? ownLocale : environment["LC_ALL"] ?? environment[name] ?? ownLocale
    }
    let names = ["TZ", "LC_ALL"] + Self.categories
    let first = names.first { own.environment[$0] ?? nil != nil } ?? "LANG"
    own.name = "\(first)=\((own.environment[first] ?? nil) ?? "")"
    return own
  }

  private static let categories = [
    "LC_CTYPE", "LC_NUMERIC", "LC_TIME", "LC_COLLATE", "LC_MONETARY", "LC_MESSAGES",
  ]

  /// A reason to doubt a zone or a locale: a value that depends on the time may have been the same
  /// with and without it when it was recorded, so that the time is the cause.
  private func clockDoubt(
    _ even: (with: RunConditions, without: RunConditions)
  ) throws(InspectorError) -> String? {
    guard runs.tools.witness != nil else {
      return
        "whether that was so at the time of the recording was not seen (that takes the witness)"
    }
    guard let time = ValueShapes(session, n: runs.n, replayTime: run.time).recordTime,
      let with = try runs.run(.alone, even.with.then(time)),
      let without = try runs.run(.alone, even.without.then(time))
    else { return "at the time of the recording it could not be tried" }
    if runs.isAsRecorded(with), !runs.isAsRecorded(without) { return nil }
    return "with the clock of the recording that is not so"
  }

  /// A reason to doubt that the time of the recording matters.
  private func standingDoubt() throws(InspectorError) -> String? {
    guard let other = try runs.run(.alone, clockOfReplay) else {
      return "under \(clockOfReplay.name) it could not be tried"
    }
    return runs.isAsRecorded(other) ? Self.byDuration : nil
  }

  private var clockOfReplay: RunConditions {
    RunConditions(
      held: [.clock], standingTime: run.time, name: "the clock of the replay, standing still")
  }

  private static let byDuration =
    "with a clock that stands still it gives the recorded result, at any time: it goes by how long something takes"

  private func searchLocale(
    _ found: inout Findings, _ elsewhere: inout Findings
  ) throws(InspectorError) {
    guard let changing = try searchRecordedLocale(&found), found.best != .certain else { return }
    if let sides = try parts(changing).sides {
      elsewhere.add(
        .locale, .possible, "with \(changing.name) it gives another result, \(sides.words)")
    }
  }

  /// The first locale that leads to another result, if none leads to the recorded one.
  func searchRecordedLocale(_ found: inout Findings) throws(InspectorError) -> RunConditions? {
    var changing: RunConditions?
    for name in locales {
      let there = RunConditions.locale(name)
      // A locale that the recording does not name may lead to the recorded result by a side effect.
      let other = try searchCondition(
        there, isNamed: true, means: .locale, "with \(there.name)",
        upTo: recordedLocales.contains(name) && name != ownLocale ? .certain : .likely, &found)
      if found.best == .certain { return nil }
      if changing == nil, let other, changes(other) { changing = there }
    }
    return changing
  }

  mutating func searchClock(_ found: inout Findings) throws(InspectorError) {
    if runs.tools.witness != nil {
      try searchDuration(&found)
      if goesByDuration { return }
      try searchRecordedClock(&found)
      if found.best == .certain { return }
    }
    if try showsTime() {
      found.add(
        .clock, try runs.systemRequests()?.asksTime == true ? .likely : .possible,
        "the recorded value is the time of the recording, the replayed one that of the replay")
    }
  }

  /// Notes whether the step goes by the time that something takes: it gives the recorded result if the clock
  /// stands still, and at the time of the replay, too.
  ///
  /// A clock that stands still takes no other time's place then, but that of what was quick or slow.
  private mutating func searchDuration(_ found: inout Findings) throws(InspectorError) {
    guard !isAsRecorded else { return }
    guard let other = try runs.run(.alone, clockOfReplay), runs.isAsRecorded(other),
      let passing = try runs.run(.alone, .passingClock), !runs.isAsRecorded(passing)
    else { return }
    goesByDuration = true
    found.add(.clock, .possible, Self.byDuration)
  }

  /// Adds the clock if the step comes as recorded with that of the recording.
  func searchClockThen(_ found: inout Findings) throws(InspectorError) {
    let shapes = ValueShapes(session, n: runs.n, replayTime: run.time)
    try searchCondition(
      RunConditions(
        held: [.clock], standingTime: shapes.recordTime ?? 0, name: "the clock of the recording"),
      against: .passingClock, means: .clock, "with the clock of the recording", &found)
  }

  private func searchRecordedClock(_ found: inout Findings) throws(InspectorError) {
    try searchClockThen(&found)
    if found.best == .certain { return }
    let standing = RunConditions(held: [.clock], name: "a clock that stands still")
    guard let other = try runs.run(.alone, standing), changes(other),
      let sides = try runs.part(
        .both, with: runs.others(than: run, .alone, standing),
        without: runs.others(than: run, .alone, .passingClock)
      ).sides
    else { return }
    found.add(
      .clock, try runs.sourceDoubt() == nil ? .tested : .possible,
      "with another clock it gives another result, \(sides.words)")
  }
}

extension RunConditions {
  /// These conditions at another time, in seconds since 1970.
  func then(_ time: Double) -> RunConditions {
    var then = self
    then.held.insert(.clock)
    then.standingTime = time
    then.name += " with the clock of the recording"
    return then
  }

  fileprivate static func recorded(zone: String) -> RunConditions {
    RunConditions(environment: ["TZ": zone], name: "TZ=\(zone), as recorded")
  }

  static func zone(_ name: String) -> RunConditions {
    RunConditions(environment: ["TZ": name], name: "TZ=\(name)")
  }

  /// A C locale: one name, or a list of categories in the form of `setlocale` if they differ; no
  /// variable takes such a list as a whole.
  static func locale(_ name: String) -> RunConditions {
    let categories = name.split(separator: ";").compactMap { category -> (String, String)? in
      let parts = category.split(separator: "=", maxSplits: 1).map(String.init)
      return parts.count == 2 && parts[0].hasPrefix("LC_") ? (parts[0], parts[1]) : nil
    }
    guard let common = categories.first?.1 else {
      return RunConditions(
        environment: ["LC_ALL": name, "LANG": name, "LANGUAGE": nil],
        name: "LC_ALL=\(name) LANG=\(name)")
    }
    var environment: [String: String?] = ["LANG": common, "LANGUAGE": nil]
    environment.updateValue(nil, forKey: "LC_ALL")
    for (category, name) in categories { environment[category] = name }
    let others = categories.filter { $0.1 != common }.map { "\($0)=\($1)" }
    return RunConditions(
      environment: environment, name: (others + ["LANG=\(common)"]).joined(separator: " "))
  }

  /// The library of the clock is used, and lets the time through.
  fileprivate static let passingClock = RunConditions(
    isWitnessed: true, name: "a running clock")

  /// Zones and languages, and where they are found, are tried by themselves.
  static func bareEnvironment(
    of base: [String: String] = ProcessInfo.processInfo.environment
  ) -> RunConditions {
    let kept: Set = [
      "PATH", "HOME", "TZ", "TZDIR", "LANG", "LANGUAGE", "LC_ALL", "LOCPATH", "NLSPATH",
      "LD_LIBRARY_PATH", "TMPDIR",
    ]
    var without: [String: String?] = [:]
    for name in base.keys
    where !kept.contains(name) && !name.hasPrefix("LC_") {
      without.updateValue(nil, forKey: name)
    }
    return RunConditions(environment: without, name: "an environment without variables of its own")
  }

  /// The variable that differs in each re-run stays the same.
  static let sameEnvironment = RunConditions(
    environment: [HostSteps.variable: "00000000"], name: "an environment that stays the same")
}
