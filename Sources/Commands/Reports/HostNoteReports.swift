import Inspector
import SessionFormat

extension HostNote: JSONMembers {
  func add(to json: inout ReportJSON) {
    switch self {
    case .answeredMore(let line):
      json.add("kind", "answered-more")
      json.add("line", line)
    case .left(let ending):
      json.add("kind", "left")
      ending.add(to: &json)
    case .stayed(let seconds):
      json.add("kind", "stayed")
      json.add("seconds", seconds)
    case .answeredType(let n, let given, let answered):
      json.add("kind", "type")
      json.add("n", n)
      json.add("given", given)
      json.add("answered", answered)
    case .differsFrom(let start, let n, let again):
      json.add("kind", again ? "outside-store" : "varies")
      json.add("start", start)
      json.add("n", n)
    case .replaced(let restart):
      json.add("kind", "replaced")
      restart.add(to: &json)
    }
  }

  /// As JSON, with the name of the host.
  func json(of host: String) -> JSONValue {
    json.object?.setting("host", to: .string(host)) ?? json
  }
}

extension HostRestart: JSONMembers {
  /// `n`, `through`, `reason`, `death`.
  func add(to json: inout ReportJSON) {
    json.add("n", n)
    json.add("through", through)
    json.add("reason", words)
    if case .died(let death) = failure { json.add("death", death.json) }
  }
}

extension [HostNote] {
  /// The most replaced hosts in the text.
  private static var mostListed: Int { 5 }

  /// As JSON; nil if there are none.
  var json: JSONValue? { isEmpty ? nil : .array(map(\.json)) }

  /// A line for each, and the number of further replaced hosts.
  func write(to page: inout Page, margin: StaticString) {
    for words in listed { page.line(.literal(margin, .dim), .text(words)) }
  }

  /// Each in words, and the number of further replaced hosts.
  var listed: [String] { withoutRestarts.map(\.words) + Self.listed(restarts) { $0.words } }

  /// Replaced hosts in words, and the number of further ones.
  static func listed(_ restarts: [HostRestart], _ words: (HostRestart) -> String) -> [String] {
    let more = restarts.count - mostListed
    return restarts.prefix(mostListed).map(words)
      + (more > 0 ? ["and \(CountText.words(more, "host")) more"] : [])
  }
}
