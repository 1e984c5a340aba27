import Inspector
import SessionFormat

/// What is wrong with many sessions, a row for each fault.
struct TriageReport: Report {
  let triage: Triage

  /// The sessions of a group that the text names.
  private static let named = 3

  /// `groups`, `sound`, (`unreplayed`).
  var json: JSONValue {
    var json = ReportJSON("triage")
    json.add("groups", rows)
    json.add("sound", triage.sound)
    if triage.unreplayed > 0 { json.add("unreplayed", triage.unreplayed) }
    return json.value
  }

  /// A row for each group.
  var rows: [JSONValue] {
    ReportJSON.list(of: triage.groups) { group, json in
      json.add("kind", group.fault.kind.rawValue)
      json.add("store", group.fault.store)
      json.add("type", group.fault.type)
      json.add("detail", group.fault.detail)
      json.add("build", group.fault.build)
      json.add("count", group.members.count)
      json.add("smallest", group.members.first?.file)
      json.add("actions", group.members.first?.actions)
      json.add("bytes", group.members.first?.size)
      json.add("sessions", group.members.map(\.file))
    }
  }

  func write(to page: inout Page) {
    for group in triage.groups {
      let fault = group.fault
      var head: [Span] = [
        .text(CountText.words(group.members.count, "session"), .bold), .literal("  "),
        .text(fault.kind.rawValue, .error),
      ]
      if let type = fault.type { head += [.literal(" in "), .type(type, .bold)] }
      if let store = fault.store { head.append(.text("  \(store)", .dim)) }
      if let build = fault.build { head.append(.text(" \(build)", .dim)) }
      page.line(head)
      if !fault.detail.isEmpty { page.line(.literal("  "), .text(fault.detail)) }
      for (place, member) in group.members.prefix(Self.named).enumerated() {
        page.line(
          .literal(place == 0 ? "  smallest  " : "            ", .dim), .text(member.file),
          .literal("  "),
          .text(fault.kind == .trouble ? "" : CountText.words(member.actions, "action"), .dim))
      }
      page.rest(group.members.count - Self.named, "            and ", "other session")
    }
    page.line(
      .text(
        "\(CountText.words(triage.sound, "session")) without a fault",
        triage.groups.isEmpty ? .plain : .dim))
    page.rest(
      triage.unreplayed, "", "session", " of these not replayed, as no host is known for the store")
  }
}
