import Inspector
import SessionFormat

extension Verdict {
  /// The most doubts in the text; the machine forms have them all.
  private static let doubtLimit = 5

  /// The first state with stand-ins, and what differs since.
  func writeDoubts(to page: inout Page) {
    opaque?.write(to: &page)
    guard let standIn, !doubts.isEmpty else { return }
    page.line(
      .literal("  redacted  ", .dim),
      .text("values are hidden from \(standIn.words) on, at "), ValueText.path(standIn.path))
    for doubt in doubts.prefix(Self.doubtLimit) {
      let place: [Span] = [
        .literal("            not comparable: ", .dim), .text(doubt.divergence.place, .bold),
        .literal(", "),
      ]
      let why: Span =
        doubt.isRedacted
        ? .literal(", which is redacted", .dim)
        : .literal(", which may come from a stand-in", .dim)
      page.line(place + doubt.divergence.kind.what + [why])
    }
    page.rest(doubts.count - Self.doubtLimit, "            and in ", "other step")
  }
}

extension Verdict.Opaque: JSONMembers {
  func add(to json: inout ReportJSON) {
    json.add("n", n)
    json.add("line", line.rawValue)
    json.add("path", path)
    json.add("side", isInReplay ? "replay" : "recording")
    if leftOut > 0 { json.add("leftOut", leftOut) }
  }

  /// The place, and who could not encode it.
  var words: String {
    (path.description.isEmpty ? "" : "\(path) of ") + reason
  }

  private var reason: String {
    let isWholeState = line == .state && path.description.isEmpty
    let value = "\(line.rawValue) \(n)" + (isWholeState ? " as a whole" : "")
    return "\(value): "
      + (isInReplay ? "the host cannot encode it" : "it was not encoded when it was recorded")
      + (leftOut > 0
        ? ", and cut: \(leftOut) of its members and elements were left out" : "")
  }

  /// The place, who could not encode it, and what follows.
  ///
  /// - Parameter owner: The owner of the state or action, if that is not clear.
  func write(to page: inout Page, of owner: String? = nil) {
    var spans: [Span] = [.literal("  opaque    ", .dim)]
    if !path.description.isEmpty { spans += [ValueText.path(path), .literal(" of ")] }
    if let owner { spans.append(.text("\(owner), ")) }
    page.line(spans + [.text("\(reason); its value is not compared")])
  }
}

extension Verdict.StandIn {
  var json: JSONValue {
    ["n": .number(n), "line": .string(line.rawValue), "path": .string(path.description)]
  }

  fileprivate var words: String {
    switch line {
    case .action: "action \(n)"
    case .input: "an input of action \(n)"
    case .state: "state \(n)"
    case .outside: "a change from outside after action \(n)"
    }
  }
}

extension Verdict.Doubt: JSONMembers {
  func add(to json: inout ReportJSON) {
    divergence.add(to: &json)
    json.add("redacted", isRedacted)
  }
}

extension ReportJSON {
  /// Adds `notComparable`; if that does not list all, `notComparableCount` is their number.
  mutating func add(_ notComparable: StepNumbers) {
    add("notComparable", .array(notComparable.listing.map { .number($0) }))
    if notComparable.isCut { add("notComparableCount", notComparable.count) }
  }
}
