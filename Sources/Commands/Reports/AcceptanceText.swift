import Inspector
import SessionFormat

extension AcceptedChanges: JSONMembers {
  func add(to json: inout ReportJSON) {
    json.add("states", states)
    json.add("actions", actions)
    json.add("inputs", inputs)
    json.add("throwing", throwing)
    json.add("first", first)
    json.add("paths", paths)
    json.add("pathCount", pathCount)
  }
}

extension Acceptance {
  func write(to page: inout Page) {
    switch self {
    case .refused(let reason):
      page.line(.literal("  kept      ", .dim), .text("not accepted: \(reason)", .removed))
    case .accepted(let changes):
      page.line(
        .literal("  accepted  ", .dim),
        .text("\(changes.description); the file is replaced", .added))
      guard !changes.paths.isEmpty else { return }
      let more = changes.pathCount - changes.paths.count
      var spans: [Span] = [.literal("  finally   ", .dim)]
      for (place, path) in changes.paths.enumerated() {
        if place > 0 { spans.append(.literal(", ")) }
        spans.append(ValueText.path(path))
      }
      if more > 0 { spans.append(.text(", and \(CountText.words(more, "other place"))", .dim)) }
      page.line(spans)
    }
  }
}
