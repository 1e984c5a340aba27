import SessionFormat

// The zone, the language and the time.

extension StableCauses {
  func searchSurroundings(_ found: inout Findings) throws(InspectorError) {
    try searchZone(&found)
    if found.best == .certain { return }
    try searchLocale(&found)
    if found.best == .certain { return }
    try searchClock(&found)
  }

  private func searchZone(_ found: inout Findings) throws(InspectorError) {
    try searchRecordedZone(&found)
    if found.best == .certain { return }
    for zone in ["Etc/GMT+12", "Etc/GMT-14"] where zone != recordedZone {
      let sample = try runs.sample(RunConditions(environment: ["TZ": zone], name: "TZ=\(zone)"), 1)
      if changes(sample) {
        guard try isStill(&found) else { return }
        found.add(
          .timeZone, recordedZone == nil ? .likely : .possible,
          "with TZ=\(zone) it comes to another result")
        return
      }
    }
  }

  private var recordedZone: String? { session.header.platform?["timeZone"]?.string }

  func searchRecordedZone(_ found: inout Findings) throws(InspectorError) {
    guard let zone = recordedZone else { return }
    let sample = try runs.sample(
      RunConditions(environment: ["TZ": zone], name: "TZ=\(zone), as recorded"), 1)
    if sample.asRecorded > 0 {
      found.add(.timeZone, .certain, "with TZ=\(zone), as recorded, it comes as recorded")
    }
  }

  private func searchLocale(_ found: inout Findings) throws(InspectorError) {
    let changing = try searchRecordedLocale(&found)
    if found.best != .certain, let changing, try isStill(&found) {
      found.add(.locale, .likely, "with LC_ALL=\(changing) it comes to another result")
    }
  }

  /// The first language that leads to another result, where none leads to the recorded one.
  func searchRecordedLocale(_ found: inout Findings) throws(InspectorError) -> String? {
    var names = ["C", "C.UTF-8"]
    let recorded = session.header.platform?["locale"]?.string
    if let recorded { names.insert("\(recorded).UTF-8", at: 0) }
    var changing: String?
    for name in names {
      let sample = try runs.sample(
        RunConditions(
          environment: ["LC_ALL": name, "LANG": name, "LANGUAGE": nil], name: "LC_ALL=\(name)"), 1)
      if sample.asRecorded > 0 {
        found.add(.locale, .certain, "with LC_ALL=\(name) it comes as recorded")
        return nil
      }
      if changing == nil, changes(sample) { changing = name }
    }
    return changing
  }

  func searchClock(_ found: inout Findings) throws(InspectorError) {
    let shapes = ValueShapes(session, n: runs.n, replayTime: run.time)
    if runs.tools.clockLibrary != nil {
      let time = shapes.recordTime ?? 0
      let sample = try runs.sample(
        RunConditions(
          held: [.clock], standingTime: FakeTime.text(time),
          name: "the clock of the recording (faketime)"), 1)
      if sample.asRecorded > 0 {
        found.add(
          .clock, .certain, "with the clock of the recording (faketime) it comes as recorded")
        return
      }
      let other = try runs.sample(
        RunConditions(held: [.clock], name: "a clock that stands still (faketime)"), 1)
      if changes(other) {
        found.add(.clock, .likely, "with another clock (faketime) it comes to another result")
      }
    }
    if clock.showsTime(run) {
      found.add(
        .clock, .likely,
        "the recorded value is the time of the recording, the replayed one that of the replay")
    }
  }
}
