import Foundation
import TestSupport

/// A manner of being a reducer host that the protocol allows, and what happens to it.
struct LawManner: Sendable, CustomStringConvertible {
  /// What happens to the host, once.
  struct Mishap: Sendable {
    /// `kill` or `silent`.
    let kind: String
    /// The number of an action, before whose answer it happens, `reset:N`, or `proof`.
    let place: String
    /// At which arrival at the place, counted over all processes, it happens.
    var arrival = 1

    /// The number of the step.
    var n: Int { Int(place.replacing("reset:", with: "")) ?? 0 }
  }

  /// The words of the host that make it so.
  let words: [String]
  var mishap: Mishap?

  var description: String {
    let manner = words.isEmpty ? "sound" : words.joined(separator: " ")
    guard let mishap else { return manner }
    let arrival = mishap.arrival > 1 ? " the \(mishap.arrival)th time" : ""
    return "\(manner), \(mishap.kind) at \(mishap.place)\(arrival)"
  }

  /// How hosts speak.
  static let speaking: [LawManner] = [
    ["no-actions"], ["some-actions"], ["no-inputs"], ["no-actions", "no-inputs"],
    ["patches"], ["crc"], ["brief"], ["keeps"], ["crc", "patches", "brief", "keeps"], ["opaque"],
    ["migrates"], ["reuses"], ["reuses-wrongly"], ["doubts-reuse"], ["reuses", "patches", "crc"],
    ["reuses", "opaque"], ["reuses", "migrates"],
  ].map { LawManner(words: $0) }

  /// Hosts that are killed once by somebody else: in an action, in the last one, as they are given a
  /// state, and at a later arrival there, in a re-run or in a process that helps.
  static let killed: [LawManner] =
    ["1", "5", "8", "9", "reset:3", "reset:4"].map { kill([], $0) }
    + ["5", "8", "reset:3", "reset:4"].map { kill([], $0, arrival: 2) }
    + [kill(["keeps", "crc", "patches", "brief"], "5"), kill(["no-actions"], "5")]
    + ["5", "reset:3", "reset:4"].map { kill(["migrates"], $0) }
    + ["5", "reset:3", "reset:4"].map { kill(["migrates"], $0, arrival: 2) }
    + ["1", "5", "8", "9", "reset:3", "proof"].map { kill(["reuses"], $0) }
    + ["5", "8", "reset:3", "proof"].map { kill(["reuses"], $0, arrival: 2) }
    + ["5", "8"].map { kill(["reuses-wrongly"], $0) }

  /// Hosts that give no answer once.
  static let silent = [
    LawManner(words: [], mishap: Mishap(kind: "silent", place: "5")),
    LawManner(words: ["reuses"], mishap: Mishap(kind: "silent", place: "5")),
    LawManner(words: ["reuses"], mishap: Mishap(kind: "silent", place: "proof")),
  ]

  /// Its place among all, by which its answers are chosen in a run that is not whole.
  var turn: Int {
    (Self.speaking + Self.killed + Self.silent).firstIndex { $0.description == description } ?? 0
  }

  private static func kill(_ words: [String], _ place: String, arrival: Int = 1) -> LawManner {
    LawManner(words: words, mishap: Mishap(kind: "kill", place: place, arrival: arrival))
  }

  /// Whether another answer is due to a host of this manner: what it only renders of a state may take
  /// the place of nothing that was recorded or lost, nor a state of today's form that of an old one.
  func excuses(_ answer: LawAnswer) -> Bool {
    switch answer.description {
    case "repair": words.contains("opaque") || words.contains("migrates")
    case "accept": words.contains("opaque")
    default: false
    }
  }

  /// The host as a command, which leaves marks that begin so.
  func command(_ reducer: [String], mark: String) throws -> String {
    let once = mishap.map { ["once", $0.kind, $0.place, String($0.arrival), "'\(mark)'"] } ?? []
    let host = try BuiltBinary.lawHost.path
    return (["'\(host)'"] + reducer + words + once).joined(separator: " ")
  }

  /// The mark that is left if the mishap came.
  func mark(_ mark: String) -> String { "\(mark).\(mishap?.arrival ?? 0)" }

  /// A line without what is about the manner, and no part of what is the same for all; nil if the whole
  /// line is about it.
  ///
  /// Lines of the sound host's answer go through the same.
  func reduced(_ line: String) -> String? {
    var line = line
    if line.hasPrefix("tried ") || line.contains("  tried  ") { return nil }
    line = line.masking("[0-9]+ actions? reduced again", with: "some actions reduced again")
    if words.contains("no-inputs"), line.hasPrefix("   input ") { return nil }
    if words.contains("no-actions") || words.contains("some-actions"),
      line.contains("decoded and encoded again")
    {
      return nil
    }
    if words.contains("opaque") { return withoutColor(line) }
    if words.contains("migrates") { return withoutShade(line) }
    return line
  }

  /// Whether a line is about a member of the state: as a pointer, or as people read it.
  private static func names(_ member: String, _ line: String) -> Bool {
    line.contains("/\(member)") || line.contains(" \(member) ")
  }

  /// A line of an answer that does not know the color, which the host only renders.
  private func withoutColor(_ line: String) -> String? {
    let line = line.masking(#","opaque":\["/color"\]"#, with: "")
    if Self.names("color", line) || line.hasPrefix("  opaque ") || line.contains("opaque at") {
      return nil
    }
    return line.masking(#","color":(\{"[a-z]+":\{\}\}|"red or blue")"#, with: "")
      .masking("^[?✓] (not comparable|reproduces) +", with: "fits ")
      .masking("[0-9]+ of ([0-9]+) actions equal", with: "some of $1 actions equal")
      .masking("[0-9]+ actions the same", with: "some actions the same")
      .masking("[0-9]+ states as before", with: "some states as before")
      .masking(#", [0-9]+ not comparable \([^)]*\)"#, with: "")
      .masking("the last states (are the same|cannot be compared)", with: "the last states agree")
      .masking(
        "; no step before leads to its state, so its parts that are not encoded were not "
          + "tested", with: ""
      )
      .masking("come back as recorded except for places left out.*", with: "come back as recorded")
  }

  /// A line of an answer without the member that the host adds to each state.
  private func withoutShade(_ line: String) -> String? {
    if Self.names("shade", line) || line.hasPrefix("  migrated ") || line.hasPrefix("  read as ")
      || line.hasPrefix("  finally  ")
      || line.contains("as the host migrates the session")
    {
      return nil
    }
    return line.masking(#","shade":"dark""#, with: "").masking(", migrated$", with: "")
      .masking("accepted  [0-9]+ states changed, from step [0-9]+ on", with: "accepted  states")
      .masking(#","migrates":\[[^]]*\]"#, with: "").masking(#","migrated":\[[^]]*\]"#, with: "")
  }
}
