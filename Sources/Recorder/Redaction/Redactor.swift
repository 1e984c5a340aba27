import SessionFormat

/// Hides what redactions select, before anything is written.
///
/// Not thread-safe; the recorder uses it under its lock.
struct Redactor {
  private var matcher: PathMatcher
  private var standIns: StandIns

  /// - Parameters:
  ///   - redactions: What is hidden.
  ///   - key: The secret of the session.
  init(_ redactions: Redactions, key: RedactionKey) {
    matcher = PathMatcher(redactions.patterns)
    standIns = StandIns(key: key)
  }

  /// A state, action or input value with stand-ins for what is selected.
  ///
  /// Complexity: O(size).
  mutating func redact(_ value: JSONValue) -> JSONValue {
    changed(value, at: matcher.root) ?? value
  }

  /// A snapshot with stand-ins, whose failure tells no value either.
  mutating func redact(_ snapshot: Snapshot) -> Snapshot {
    var snapshot = snapshot
    snapshot.value = redact(snapshot.value)
    if case .cannotEncode(let type, _) = snapshot.failure, let error = snapshot.thrown {
      snapshot.failure = .cannotEncode(type: type, reason: ErrorName.withPlace(of: error))
    }
    return snapshot
  }

  /// The value with stand-ins; nil where nothing in it is selected, so that it is not copied.
  private mutating func changed(_ value: JSONValue, at place: PathMatcher.Place) -> JSONValue? {
    if place.isBarren { return nil }
    switch value.kind {
    case .null: return nil
    case .bool: return place.isSelected ? value.bool.map { .bool(standIns.of($0)) } : nil
    case .number: return place.isSelected ? value.number.map { .number(standIns.of($0)) } : nil
    case .string: return place.isSelected ? value.string.map { .string(standIns.of($0)) } : nil
    case .array: return value.array.flatMap { changed($0, at: place) }
    case .object: return value.object.flatMap { changed($0, at: place) }
    }
  }

  private mutating func changed(
    _ elements: JSONArray, at place: PathMatcher.Place
  ) -> JSONValue? {
    var copy: [JSONValue]?
    for (index, element) in elements.enumerated() {
      guard let new = changed(element, at: matcher.element(index, in: elements, of: place)) else {
        continue
      }
      if copy == nil { copy = Array(elements) }
      copy?[index] = new
    }
    return copy.map(JSONValue.array)
  }

  private mutating func changed(_ object: JSONObject, at place: PathMatcher.Place) -> JSONValue? {
    var copy: [(name: String, value: JSONValue)]?
    for (index, member) in object.enumerated() {
      guard let new = changed(member.value, at: matcher.member(member.name, of: place))
      else { continue }
      if copy == nil { copy = Array(object) }
      copy?[index].value = new
    }
    return copy.map(JSONValue.object)
  }
}

/// What is told of an error where its words may quote what is hidden.
enum ErrorName {
  /// The name of its type.
  static func of(_ error: any Error) -> String { TypeName.of(type(of: error)) }

  /// The name of its type, and the place that an `EncodingError` names.
  static func withPlace(of error: any Error) -> String {
    guard case .invalidValue(_, let context)? = error as? EncodingError,
      !context.codingPath.isEmpty
    else { return of(error) }
    let place = JSONPointer(tokens: context.codingPath.map(\.stringValue))
    return "\(of(error)) at \(JSONValue.string(place.description))"
  }
}
