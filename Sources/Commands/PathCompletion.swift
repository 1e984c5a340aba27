import Inspector
import Query
import SessionFormat

/// The paths one level below the typed one, in its spelling: `/items/0`, `items[0]` or `$.items[0]`.
struct PathCompletion {
  /// Whole paths that begin like the typed one, at most `limit`.
  let words: [String]

  init(_ typed: String, in state: JSONValue, _ limit: Int) {
    let isPointer = typed.hasPrefix("/")
    let parent = isPointer ? Self.pointerParent(typed) : Self.shorthandParent(typed)
    let place = parent == "$" ? "" : parent
    guard let tokens = try? PlacePath(place).tokens,
      let value = JSONPointer(tokens: tokens).value(in: state)
    else {
      words = []
      return
    }
    var words: [String] = []
    func add(_ token: String) -> Bool {
      let word =
        isPointer
        ? JSONPointer(tokens: tokens + [token]).description
        : Self.child(token, of: parent, isElement: value.kind == .array)
      if word.hasPrefix(typed) { words.append(word) }
      return words.count < limit
    }
    if let object = value.object {
      for (name, _) in object where !add(name) { break }
    } else {
      for index in 0..<(value.array?.count ?? 0) where !add(String(index)) { break }
    }
    self.words = words
  }

  private static func pointerParent(_ typed: String) -> String {
    String(typed[..<(typed.lastIndex(of: "/") ?? typed.startIndex)])
  }

  /// The text before the last dot or bracket that is outside quotes.
  private static func shorthandParent(_ typed: String) -> String {
    var last = typed.startIndex
    var quote: Character?
    for index in typed.indices {
      let letter = typed[index]
      if let open = quote {
        if letter == open { quote = nil }
      } else if letter == "\"" || letter == "'" {
        quote = letter
      } else if letter == "." || letter == "[" {
        last = index
      }
    }
    return last == typed.startIndex && typed.hasPrefix("$") ? "$" : String(typed[..<last])
  }

  private static func child(_ token: String, of parent: String, isElement: Bool) -> String {
    if isElement { return "\(parent)[\(token)]" }
    let name = PlaceText.shorthand([token])
    if name.hasPrefix("[") {
      return "\(parent)[\(JSONValue.string(token).description)]"
    }
    return parent.isEmpty ? name : "\(parent).\(name)"
  }
}

/// The names of files that begin like a typed one.
enum FileCompletion {
  /// At most 1,000 names, in byte order; folders end in a slash.
  static func names(_ typed: String) -> [String] {
    let slash = typed.lastIndex(of: "/").map { typed.index(after: $0) } ?? typed.startIndex
    let folder = String(typed[..<slash])
    let begun = typed[slash...]
    let names = (try? Platform.names(in: folder.isEmpty ? "." : folder)) ?? []
    return names.filter { $0.hasPrefix(begun) && (!$0.hasPrefix(".") || begun.hasPrefix(".")) }
      .prefix(1000).map { name in
        let isFolder = (try? Platform.names(in: folder + name)) != nil
        return folder + name + (isFolder ? "/" : "")
      }
      .sorted { $0.precedesInBytes($1) }
  }
}
