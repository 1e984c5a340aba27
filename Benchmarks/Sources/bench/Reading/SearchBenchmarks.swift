import Foundation
import Inspector
import Query
import SessionFormat

/// Searches with `search` and `match`, in one long text and along a session.
let searchBenchmarks = [
  search("query/search-word", "zebra", rival: "strstr") { text in
    text.withCString { text in strstr(text, "zebra") == nil ? 0 : 1 }
  },
  search("query/search-word/regex", "zebra", rival: "NSRegularExpression") {
    try found(by: "zebra", in: $0)
  },
  search("query/search-common-word", "nobody was Writing", rival: "strstr") { text in
    text.withCString { text in strstr(text, "nobody was Writing") == nil ? 0 : 1 }
  },
  search("query/search-pattern", "[A-Z][a-z]+ing [0-9]{4}x", rival: "NSRegularExpression") {
    try found(by: "[A-Z][a-z]+ing [0-9]{4}x", in: $0)
  },
  search("query/search-literal-in-pattern", "zeb(ra|u) [0-9]+", rival: "NSRegularExpression") {
    try found(by: "zeb(ra|u) [0-9]+", in: $0)
  },
  alongSession,
]

/// 16 MB of prose without any of the searched words.
private let prose = String(
  repeating: "It was getting late, and nobody was Reading 199 pages of that any more; é. ",
  count: (16 << 20) / 76)

private func search(
  _ name: String, _ pattern: String, rival: String,
  _ theirs: @escaping @Sendable (String) throws -> Int
) -> Benchmark {
  Benchmark(name: name, rival: rival, unit: .milliseconds, bytes: prose.utf8.count) {
    let document = try JSONValue(parsing: JSONValue.object([("type", .string(prose))]).description)
    let condition = try Condition("search($.type, '\(pattern)')")
    let text = prose
    return ({ try condition.holds(in: document) ? 1 : 0 }, { try theirs(text) })
  }
}

private func found(by pattern: String, in text: String) throws -> Int {
  let expression = try NSRegularExpression(pattern: pattern)
  let range = NSRange(text.startIndex..., in: text)
  return expression.firstMatch(in: text, range: range) == nil ? 0 : 1
}

/// A word that nobody types, searched in all lines of an editor after each keystroke.
private let alongSession = Benchmark(
  name: "query/first-editor-260k", rival: "count of line feeds by memchr", unit: .milliseconds,
  rounds: 3
) {
  let scratch = try Scratch()
  let file = scratch.path("editor.ndjson")
  try ReplayedSession.editor(file, lines: 3000, keys: 260_000)
  let condition = try Condition("$.state.lines[?search(@.text, 'zebra')]")
  let ours = {
    try withExtendedLifetime(scratch) {
      try StepSearch(Timeline(try Session(path: file)), where: condition).first() ?? 0
    }
  }
  return (ours, { try lineFeeds(file) })
}
