import Inspector
import Query
import SessionFormat

/// The paths one level below the typed one, in its spelling: `/items/0`, `items[0]` or `$.items[0]`.
struct PathCompletion {
  /// Whole paths that begin like the typed one, at most `limit`.
  let words: [String]

  /// The paths in a state.
  ///
  /// Complexity: O(the members and elements of one value, or of the first 200 that a query selects).
  init(_ typed: String, in state: JSONValue, _ limit: Int) {
    self.init(typed, inAll: [state], limit)
  }

  /// The paths to one place of a state.
  init(ofPlace typed: String, in state: JSONValue, _ limit: Int) {
    let isQuery = (try? PlacePath(Self.parent(typed))) == nil
    self.init(typed, inAll: isQuery ? [] : [state], limit)
  }

  /// The paths that some of several values have, each once.
  ///
  /// - Parameter visits: The most nodes that a query may visit in all of them.
  init(
    _ typed: String, inAll values: [JSONValue], _ limit: Int, visits: Int = Self.visits
  ) {
    let isPointer = typed.hasPrefix("/")
    let parent = Self.parent(typed)
    let stem = isPointer ? Self.pointerStem(typed) : Self.stem(typed.dropFirst(parent.count))
    let tokens = isPointer ? (try? PlacePath(parent).tokens) ?? [] : []
    var words: [String] = []
    var seen: Set<[UInt8]> = []
    let parents = Self.values(at: parent, in: values, Self.looked, visits: visits)
    func add(_ token: String, _ isElement: Bool) -> Bool {
      let word =
        isPointer
        ? JSONPointer(tokens: tokens + [token]).description
        : Self.child(token, of: parent, isElement: isElement)
      guard word.utf8.starts(with: typed.utf8) else { return true }
      if parents.count == 1 || seen.insert(Array(word.utf8)).inserted { words.append(word) }
      return words.count < limit
    }
    for value in parents where words.count < limit {
      if let object = value.object {
        // Only names that may fit are spelled: an object may have very many.
        for (name, _) in object
        where name.utf8.starts(with: stem.utf8) && !add(name, false) { break }
      } else {
        for index in Self.indices(stem, below: value.array?.count ?? 0)
        where !add(String(index), true) { break }
      }
    }
    self.words = words
  }

  /// How many values that a query selects are looked at.
  private static let looked = 200
  /// How many nodes are visited for that.
  static let visits = 20_000

  /// The first values that a path or a query selects in each of several.
  ///
  /// Complexity: O(`count` times the values), with a bound of visits if few are found.
  static func values(
    at path: String, in all: [JSONValue], _ count: Int, visits: Int
  ) -> [JSONValue] {
    if let tokens = try? PlacePath(path == "$" ? "" : path).tokens {
      let pointer = JSONPointer(tokens: tokens)
      return all.compactMap { pointer.value(in: $0) }
    }
    guard let query = try? JSONPath(typed: path) else { return [] }
    let share = visits / max(1, all.count)
    return all.flatMap { query.firstNodes(count, in: $0, visits: share).map(\.value) }
  }

  private static func parent(_ typed: String) -> String {
    typed.hasPrefix("/") ? pointerParent(typed) : shorthandParent(typed)
  }

  private static func pointerParent(_ typed: String) -> String {
    String(typed[..<(typed.lastIndex(of: "/") ?? typed.startIndex)])
  }

  /// The beginning of a token, of which what is typed may be only a part.
  private static func pointerStem(_ typed: String) -> String {
    let written = typed.dropFirst(pointerParent(typed).count + 1).split(
      separator: "~", omittingEmptySubsequences: false)
    return written.dropFirst().reduce(into: String(written.first ?? "")) { stem, part in
      // After a tilde alone anything may follow; one that is no escape fits nothing.
      if !part.isEmpty { stem += (part.first == "1" ? "/" : "~") + part.dropFirst() }
    }
  }

  /// The beginning of a name or index after its parent: of `.na`, `["na` or `[12`.
  private static func stem(_ typed: Substring) -> String {
    if typed.hasPrefix("[\"") {
      let written = typed.dropFirst(2)
      // What follows a quote or an escape is left to the comparison of whole words.
      return String(written.prefix { $0 != "\\" && $0 != "\"" })
    }
    return String(typed.hasPrefix(".") || typed.hasPrefix("[") ? typed.dropFirst() : typed)
  }

  /// The indices whose digits begin like that, in ascending order.
  private static func indices(_ stem: String, below count: Int) -> FlattenSequence<[Range<Int>]> {
    guard !stem.isEmpty else { return [0..<count].joined() }
    let digits = stem.prefix { "0"..."9" ~= $0 }
    guard let start = Int(digits), String(start) == digits, start < count else {
      return [].joined()
    }
    var all: [Range<Int>] = []
    var (low, high) = (start, start + 1)
    while low < count {
      all.append(low..<min(high, count))
      if start == 0 { break }
      (low, high) = (low * 10, high * 10)
    }
    return all.joined()
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
  ///
  /// - Parameter home: What `~` stands for at the beginning.
  static func names(_ typed: String, home: String?) -> [String] {
    let slash = typed.lastIndex(of: "/").map { typed.index(after: $0) } ?? typed.startIndex
    let folder = String(typed[..<slash])
    let place = folder.hasPrefix("~/") ? (home ?? "~") + folder.dropFirst() : folder
    let begun = typed[slash...]
    let names = (try? Platform.names(in: place.isEmpty ? "." : place)) ?? []
    return names.filter { $0.hasPrefix(begun) && (!$0.hasPrefix(".") || begun.hasPrefix(".")) }
      .prefix(1000).map { name in
        let isFolder = (try? Platform.names(in: place + name)) != nil
        return folder + name + (isFolder ? "/" : "")
      }
      .sorted { $0.precedesInBytes($1) }
  }
}
