/// What a person may have meant by a condition that is refused.
///
/// These are guesses, by what other languages write. Each is tried before it is shown, so a remedy that
/// is shown is accepted.
enum ConditionRemedy {
  /// The members of a step.
  static let members = ["n", "t", "type", "action", "state", "before", "patch"]

  /// What may be meant, the likeliest first.
  static func guesses(_ text: String) -> [String] {
    let plain = operators(text)
    let rules: [(String) -> String] = [
      durations, stepMembers, elements, counts, searches, stateMembers, quotes, states, typeAlone,
    ]
    let single = rules.map { $0(plain) }
    let all = rules.dropLast().reduce(plain) { $1($0) }
    return ([plain] + single + [all]).reduce(into: []) { list, guess in
      if guess != text, !list.contains(guess) { list.append(guess) }
    }
  }

  // MARK: Operators

  private static let signs = [
    "=": "==", "===": "==", "=>": ">=", "=<": "<=", "<>": "!=", "!==": "!=", "&": "&&", "|": "||",
  ]

  /// The operators of other languages outside quotes as those of RFC 9535.
  private static func operators(_ text: String) -> String {
    outsideQuotes(text) { part in
      part.replacing(#/[=<>!&|~]+/#) { signs[String($0.output)] ?? String($0.output) }
        .replacing(#/\band\b/#.ignoresCase(), with: "&&")
        .replacing(#/\bor\b/#.ignoresCase(), with: "||")
        .replacing(#/\bnot\s+/#.ignoresCase(), with: "!")
    }
  }

  private static func outsideQuotes(_ text: String, _ change: (String) -> String) -> String {
    var (result, part, quote) = ("", "", Character?.none)
    for letter in text {
      if let open = quote {
        result.append(letter)
        if letter == open { quote = nil }
      } else if letter == "\"" || letter == "'" {
        result += change(part) + String(letter)
        (part, quote) = ("", letter)
      } else {
        part.append(letter)
      }
    }
    return result + change(part)
  }

  // MARK: Times

  /// Nanoseconds in each unit that people write.
  private static let units = [
    "ns": 1, "us": 1e3, "µs": 1e3, "μs": 1e3, "ms": 1e6, "s": 1e9, "sec": 1e9, "m": 6e10,
    "min": 6e10, "h": 3.6e12,
  ]

  /// `$.t > 1.2s` as `$.t > 1200000000`.
  static func durations(_ text: String) -> String {
    guard text.contains(#/\$\.t\b|(^|[\s(!])t\s*[=<>!]/#) else { return text }
    let time = #/(^|[^\w.])(\d+(?:\.\d+)?)\s?(ns|us|µs|μs|ms|sec|s|min|m|h)\b/#
    return outsideQuotes(text) { part in part.replacing(time, with: nanoseconds) }
  }

  private static func nanoseconds(
    _ match: Regex<(Substring, Substring, Substring, Substring)>.Match
  ) -> String {
    let time: Double = (Double(match.2) ?? 0) * (units[String(match.3)] ?? 1)
    return time < 9e15 ? "\(match.1)\(Int(time.rounded()))" : String(match.0)
  }

  /// What to know for the remedy of a condition; nil if it explains itself.
  static func reason(_ text: String) -> String? {
    durations(text) == text ? nil : "$.t counts nanoseconds since the start"
  }

  // MARK: Paths

  /// `items[*].id > 3` as `items[?@.id > 3]`.
  private static func elements(_ text: String) -> String {
    let form =
      #/([\w$@.\[\]]+)\[\*\]([\w.\[\]]*)\s*(==|!=|<=|>=|<|>)\s*("[^"]*"|'[^']*'|-?[\d.]+|true|false|null)/#
    return text.replacing(form) { "\($0.1)[?@\($0.2) \($0.3) \($0.4)]" }
  }

  /// `items.count > 1` as `count(items[*]) > 1`.
  private static func counts(_ text: String) -> String {
    text.replacing(#/([\w$@.\[\]]+)\.(?:count|length|size)\b/#) { match in
      // `$.count` is a member of the state.
      match.1 == "$" || match.1 == "@" ? String(match.0) : "count(\(match.1)[*])"
    }
  }

  /// `message contains "x"` as `search(message, "x")`.
  private static func searches(_ text: String) -> String {
    let form =
      #/([\w$@.\[\]]+)\s*(?:\b(?:contains|includes|like|matches)\b|=?~)\s*("[^"]*"|'[^']*')/#
    return text.replacing(form) { "search(\($0.1), \($0.2))" }
  }

  /// `$.Type` as `$.type`, and `type` as `$.type`.
  private static func stepMembers(_ text: String) -> String {
    let lower = text.replacing(#/\$\.(\w+)/#) { match in
      let name = match.1.lowercased()
      return members.contains(name) ? "$.\(name)" : String(match.0)
    }
    return lower.replacing(#/(^|[\s(!])(n|t|type|action|before|patch)(?=\s*[=<>!.\[])/#) {
      "\($0.1)$.\($0.2)"
    }
  }

  /// `$.items` as `items`: a path without `$` begins at the state.
  private static func stateMembers(_ text: String) -> String {
    text.replacing(#/^@\.(\w+)|(^|[\s(!])\$\.(\w+)/#) { match in
      if let name = match.1 { return String(name) }
      guard let before = match.2, let name = match.3, !members.contains(String(name)) else {
        return String(match.0)
      }
      return "\(before)\(name)"
    }
  }

  /// `state.items` as `items`.
  private static func states(_ text: String) -> String {
    text.replacing(#/(^|[\s(!])state\./#) { String($0.1) }
  }

  /// `== error` as `== "error"`.
  private static func quotes(_ text: String) -> String {
    text.replacing(#/(==|!=)\s*([A-Za-z_]\w*)(?![\w.\[(])/#) { match in
      ["true", "false", "null"].contains(match.2) ? String(match.0) : "\(match.1) \"\(match.2)\""
    }
  }

  /// `clearToast` as `$.type == "clearToast"`.
  private static func typeAlone(_ text: String) -> String {
    text.wholeMatch(of: #/\w+/#) == nil ? text : "$.type == \"\(text)\""
  }
}
