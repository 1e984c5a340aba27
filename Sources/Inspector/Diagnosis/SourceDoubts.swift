import SessionFormat

extension ControlledRuns {
  /// The doubt that the recorded value has the cause that the replayed one has: it may have come from a
  /// file, or from a variable, that the step now finds empty or gone.
  ///
  /// - Parameter isTime: Whether what was recorded is the time of the recording, which says itself where it
  ///   comes from. Otherwise what cannot be seen may be such a source.
  func sourceDoubt(isTime: Bool = false) throws(InspectorError) -> String? {
    if let source = try otherSource() { return Self.elsewhere(source.words) }
    guard !isTime else { return nil }
    guard let requests = try systemRequests() else {
      return "what else the step asks the system for was not seen (that takes the witness)"
    }
    if requests.isCut { return Self.cut }
    guard let kept = try ownVariables(), !kept.isPartial else {
      return "what was recorded may come from a variable of the program, which were not all seen"
    }
    return nil
  }

  /// The same where a variable of the program is known to have what was kept.
  func sourceDoubtBesideVariables() throws(InspectorError) -> String? {
    if let doubt = try lossDoubt() { return doubt }
    if let others = try moreAsked() { return Self.elsewhere(others) }
    if try systemRequests()?.isCut == true { return Self.cut }
    return unencodedParts.map(Self.elsewhere)
  }

  static let cutVariables =
    "which variables of the program the step uses was not all seen, as it uses them so often"

  private static let cut =
    "what else the step asks the system for was not all seen, as it asks so much"

  /// The doubt that a coding alone is the cause: what it seems to lose may come from elsewhere, and decoding may do
  /// more than decode.
  func besideCodingDoubt() throws(InspectorError) -> String? {
    guard let requests = try systemRequests() else {
      return "what the step asks the system for was not seen (that takes the witness)"
    }
    if let others = try moreAsked() { return others }
    if requests.isCut { return Self.cut }
    let kept = try ownVariables()
    if let uses = kept?.inWords { return "\(uses) (witnessed)" }
    return kept?.isCut == true ? Self.cutVariables : nil
  }

  /// What else the recorded value may come from, as far as it was seen.
  func otherSource() throws(InspectorError) -> (cause: Diagnosis.Cause, words: String)? {
    if let others = try moreAsked() { return (.unrecordedInput, others) }
    if let uses = try ownVariables()?.inWords { return (.hiddenState, "\(uses) (witnessed)") }
    return unencodedParts.map { (.lossyCoding, $0) }
  }

  /// The doubt that what was recorded comes of what makes runs differ: the coding loses what the step begins with.
  func lossDoubt() throws(InspectorError) -> String? {
    try lostByCoding().map { Self.elsewhere($0.words) }
  }

  /// See ``CodingCauses/lossBefore()``.
  func lostByCoding() throws(InspectorError) -> (cause: Diagnosis.Cause, words: String)? {
    if let lost { return lost }
    guard let run = plain.runs.first(where: { $0.result.state != nil }) else { return nil }
    let build = BuildEvidence(recorded: session.header, host: run.header)
    let found = try CodingCauses(self, session, run, build, []).lossBefore()
    lost = .some(found)
    return found
  }

  private func moreAsked() throws(InspectorError) -> String? {
    try systemRequests()?.othersInWords.map { "the step asks for more (\($0))" }
  }

  private static func elsewhere(_ words: String) -> String {
    "what was recorded may come from elsewhere: \(words)"
  }

  /// The parts of the host's types that no recording has, in words; nil if none are known.
  var unencodedParts: String? {
    guard let parts = plain.runs.first?.header?.unencodedParts, !parts.isEmpty else { return nil }
    let list = CountText.list(parts.lazy.map { "`\($0)`" }, upTo: 3)
    return "\(list) \(parts.count == 1 ? "is" : "are") not encoded"
  }
}
