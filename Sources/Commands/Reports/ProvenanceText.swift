import Inspector
import SessionFormat

/// What goes with the cause of a value, and where the value may come from, in words and as JSON.
enum ProvenanceText {
  // MARK: Details

  /// Adds `t`, `action`, `actionLeftOut`, `within`, `causes`, `also`, `alsoCount`.
  static func add(_ details: CauseDetails, to json: inout ReportJSON) {
    json.add("t", details.action?.t)
    json.add("action", details.action?.action)
    json.add("actionLeftOut", details.leftOut?.count)
    json.add("within", details.within.map(DispatchText.json))
    if !details.causes.isEmpty {
      json.add("causes", of: details.causes) { link, json in
        json.add("n", link.n)
        json.add("type", link.type)
        json.add("t", link.t)
      }
    }
    guard !details.twins.isEmpty else { return }
    json.add("also", of: details.twins) { twin, json in
      json.add("path", twin.path)
      if let cause = twin.cause { CauseText.add(cause.origin, to: &json) }
      json.add("t", twin.t)
    }
    json.add("alsoCount", details.twinCount)
  }

  /// The payload, the actions that caused it, and the places that hold the same.
  static func write(_ details: CauseDetails, to page: inout Page) {
    if let action = details.action {
      page.line(
        .literal("  at   ", .dim), .time(action.t),
        .literal(", with ", .dim), ValueText.preview(action.action))
    }
    if let within = details.within {
      page.line(.literal("  within ", .dim), .text(DispatchText.name(within), .dim))
    }
    if !details.causes.isEmpty {
      let causes = details.causes.enumerated().flatMap { place, link in
        (place == 0 ? [] : [Span.literal(", that by ", .dim)]) + spans(link)
      }
      page.line([.literal("  caused by ", .dim)] + causes)
    }
    for twin in details.twins {
      page.line([.literal("  also at ", .dim), ValueText.path(twin.path)] + spans(twin, details))
    }
    page.rest(details.twinCount - details.twins.count, "  and at ", "other place")
  }

  private static func spans(_ link: CauseDetails.Link) -> [Span] {
    guard let type = link.type else { return [.text("\(link.n), which is not recorded")] }
    return [.text("\(link.n) \(type)")] + (link.t.map { [.literal(" "), .time($0)] } ?? [])
  }

  /// Which step set it there, and how long before or after the value itself.
  private static func spans(_ twin: CauseDetails.Twin, _ details: CauseDetails) -> [Span] {
    guard let cause = twin.cause else { return [] }
    var spans: [Span] = [.literal(", ", .dim), .text(origin(cause))]
    if let t = twin.t, let own = details.action?.t, t != own, twin.cause?.n != details.action?.n {
      spans += [
        .literal(", ", .dim), .duration(t < own ? own - t : t - own, .dim),
        t < own ? .literal(" earlier", .dim) : .literal(" later", .dim),
      ]
    }
    return spans
  }

  private static func origin(_ cause: Cause) -> String {
    // What was behind a cut may have been the same.
    let doubt = cause.isOldUnknown ? ", or it was there before, behind a cut" : ""
    if case .action(let n, let type) = cause.origin, cause.new == nil, !cause.isNewUnknown {
      return "removed by \(n) \(type)\(doubt)"
    }
    return origin(cause.origin) + doubt
  }

  private static func origin(_ origin: Cause.Origin) -> String {
    switch origin {
    case .beginning(0): "there from the start"
    case .beginning(let first): "there in state \(first), the first of the file"
    case .action(let n, let type): "set by \(n) \(type)"
    case .outside(let n): "changed from outside after \(n)"
    case .unrecorded(let n): "set in a stretch that is not recorded, before state \(n)"
    }
  }

  // MARK: Chain

  /// A row for each hop: `path`, the members of a cause's origin, `t`, `at`, `mayEqual`,
  /// `mayHaveRead`.
  static func json(_ provenance: Provenance) -> [JSONValue] {
    ReportJSON.list(of: provenance.hops) { hop, json in
      json.add("path", hop.path)
      CauseText.add(hop.cause.origin, to: &json)
      if hop.cause.isOldUnknown { json.add("oldUnknown", true) }
      if let gap = hop.gap {
        json.add("gapFrom", gap.lowerBound)
        json.add("gapThrough", gap.upperBound)
      }
      json.add("t", hop.action?.t)
      json.add("at", hop.action?.at)
      if !hop.equal.isEmpty { json.add("mayEqual", hop.equal.map { Self.json($0) }) }
      if hop.unread > 0 { json.add("notListed", hop.unread) }
      if !hop.read.isEmpty {
        json.add("mayHaveRead", hop.read.map { Self.json($0, isAlike: hop.alike.contains($0)) })
      }
    }
  }

  private static func json(_ source: Provenance.Source, isAlike: Bool = false) -> JSONValue {
    var json = ReportJSON()
    switch source {
    case .payload(let n, let path):
      json.add("in", "action")
      json.add("n", n)
      json.add("path", path)
    case .input(let n, let name, let path):
      json.add("in", "input")
      json.add("n", n)
      json.add("is", name)
      json.add("path", path)
    case .state(let n, let path):
      json.add("in", "state")
      json.add("before", n)
      json.add("path", path)
    }
    if isAlike { json.add("equal", true) }
    return json.value
  }

  /// The lines of each hop: what is certain, and what is inferred.
  static func write(_ provenance: Provenance, to page: inout Page) {
    for hop in provenance.hops {
      var spans: [Span] = [
        hop.isCertain ? .literal("  certain  ", .dim) : .literal("  may be   ", .dim),
        ValueText.path(hop.path), .literal("  ", .dim), .text(origin(hop.cause)),
      ]
      if let action = hop.action {
        let place = action.at.map { " at \($0)" } ?? ""
        spans += [.literal("  ", .dim), .time(action.t, .dim), .text(place, .dim)]
      }
      page.line(spans)
      if let gap = hop.gap {
        page.line(
          .literal("        or ", .dim),
          .text(
            "changed there and back in \(gap.count == 1 ? "state" : "states") "
              + (gap.count == 1 ? "\(gap.lowerBound)" : "\(gap.lowerBound) to \(gap.upperBound)")
              + ", not recorded"))
      }
      writeInferred(hop, to: &page)
    }
  }

  /// Where the value of a hop may come from, each on a line.
  private static func writeInferred(_ hop: Provenance.Hop, to page: inout Page) {
    guard let action = hop.action else { return }
    for (place, source) in hop.equal.enumerated() {
      page.line(
        place == 0 ? .literal("  may be   ", .dim) : .literal("        or ", .dim),
        .text("from \(words(source)), which is equal"))
    }
    page.line(
      hop.equal.isEmpty ? .literal("  may be   ", .dim) : .literal("        or ", .dim),
      .text("computed by \(action.n) \(action.type)"))
    for source in hop.read {
      let chance = ", which is equal, perhaps by chance: it is a small value"
      page.line(
        .literal("           it may have read ", .dim),
        .text(words(source) + (hop.alike.contains(source) ? chance : "")))
    }
    guard hop.unread > 0 else { return }
    page.line(
      .literal("           it may have read ", .dim),
      .text("\(CountText.words(hop.unread, "other value")) of the payload of \(action.n)"))
  }

  private static func words(_ source: Provenance.Source) -> String {
    func place(_ path: JSONPointer) -> String { path.isRoot ? "" : " at \(path)" }
    switch source {
    case .payload(let n, let path): return "the payload of \(n)\(place(path))"
    case .input(let n, let name, let path): return "input \(name) of \(n)\(place(path))"
    case .state(let n, let path): return "the state before \(n)\(place(path))"
    }
  }
}
