package import SessionFormat

/// The places that the recorder hid in a session's values, as its header lists them.
package struct HiddenPlaces {
  private var matcher: PathMatcher
  /// Whether nothing is hidden.
  package let isEmpty: Bool

  /// The header is untrusted: if its patterns exceed this many bytes, six times the default list,
  /// everything counts as hidden.
  private static let sizeLimit = 1 << 17

  package init(_ headers: SessionHeader...) {
    let texts = headers.flatMap { $0.redactions ?? [] }
    isEmpty = texts.isEmpty
    var patterns: [PathPattern] = []
    var size = 0
    var lists: Set<String> = []
    for text in texts {
      size += text.utf8.count
      if size <= Self.sizeLimit, let list = RedactionList.named(text) {
        if lists.insert(list.name).inserted { patterns += list.patterns }
        continue
      }
      // It is unknown what an invalid pattern, or an unknown list, was meant to hide.
      guard size <= Self.sizeLimit, let pattern = try? PathPattern(text) else {
        patterns = [.everything]
        break
      }
      patterns.append(pattern)
    }
    matcher = PathMatcher(patterns)
  }

  /// The value with null in place of everything hidden.
  ///
  /// Complexity: O(size); O(1) if nothing is hidden.
  mutating func masked(_ value: JSONValue) -> JSONValue {
    isEmpty ? value : masked(value, at: matcher.root) ?? value
  }

  /// Whether both values are equal apart from what is hidden.
  mutating func areEqual(_ left: JSONValue, _ right: JSONValue) -> Bool {
    left == right || (!isEmpty && masked(left) == masked(right))
  }

  /// The differences, without those at hidden places.
  mutating func differences(from old: JSONValue, to new: JSONValue) -> [Difference] {
    let all = Difference.list(from: masked(old), to: masked(new))
    return isEmpty ? all : all.filter { !covers($0.path, in: old, new) }
  }

  /// The first hidden place with a stand-in; null and the empty string do not count as one.
  ///
  /// Complexity: O(size); O(1) if nothing is hidden.
  mutating func firstStandIn(in value: JSONValue) -> JSONPointer? {
    firstStandIn(at: .root, in: value)
  }

  /// The first stand-in at a place or below it; null and the empty string do not count as one.
  ///
  /// Complexity: O(size of the value there); O(1) if nothing is hidden.
  package mutating func firstStandIn(at path: JSONPointer, in document: JSONValue) -> JSONPointer? {
    guard !isEmpty, let value = path.value(in: document) else { return nil }
    let place = place(of: path.tokens, in: document)
    return standIn(in: value, at: place).map { JSONPointer(tokens: path.tokens + $0.reversed()) }
  }

  /// Whether a place is hidden in any of the documents.
  package mutating func covers(_ path: JSONPointer, in documents: JSONValue...) -> Bool {
    documents.contains { place(of: path.tokens, in: $0).isSelected }
  }

  private mutating func place(
    of tokens: [String], in document: JSONValue
  ) -> PathMatcher.Place {
    var place = matcher.root
    var value: JSONValue? = document
    for token in tokens where !place.isSelected && !place.isBarren {
      if let elements = value?.array {
        guard let index = JSONPointer.index(token) else { return .barren }
        place = matcher.element(index, in: elements, of: place)
        value = elements.indices.contains(index) ? elements[index] : nil
      } else {
        // A place that this document does not have is taken for a member.
        place = matcher.member(token, of: place)
        value = value?[token]
      }
    }
    return place
  }

  private mutating func masked(
    _ value: JSONValue, at place: PathMatcher.Place
  ) -> JSONValue? {
    if place.isBarren { return nil }
    if place.isSelected { return .null }
    if let elements = value.array {
      var copy: [JSONValue]?
      for (index, element) in elements.enumerated() {
        let inner = matcher.element(index, in: elements, of: place)
        guard let new = masked(element, at: inner) else { continue }
        if copy == nil { copy = Array(elements) }
        copy?[index] = new
      }
      return copy.map(JSONValue.array)
    }
    guard let object = value.object else { return nil }
    var copy: [(name: String, value: JSONValue)]?
    for (index, member) in object.enumerated() {
      guard let new = masked(member.value, at: matcher.member(member.name, of: place))
      else { continue }
      if copy == nil { copy = Array(object) }
      copy?[index].value = new
    }
    return copy.map(JSONValue.object)
  }

  /// The tokens of the place, innermost first.
  private mutating func standIn(
    in value: JSONValue, at place: PathMatcher.Place
  ) -> [String]? {
    if place.isBarren { return nil }
    let elements = value.array ?? []
    for (index, element) in elements.enumerated() {
      if let path = standIn(in: element, at: matcher.element(index, in: elements, of: place)) {
        return path + [String(index)]
      }
    }
    if let object = value.object {
      for member in object {
        if let path = standIn(in: member.value, at: matcher.member(member.name, of: place)) {
          return path + [member.name]
        }
      }
    }
    guard place.isSelected else { return nil }
    switch value.kind {
    case .null, .array, .object: return nil
    case .string: return value.string?.isEmpty == true ? nil : []
    case .bool, .number: return []
    }
  }
}
