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

  /// The snapshot of a state, action or input value with stand-ins for what is selected; its
  /// failure reveals no value either.
  ///
  /// Complexity: O(size).
  mutating func redact(_ snapshot: Snapshot) -> Snapshot {
    var failure = snapshot.failure
    if case .cannotEncode(let type, _) = failure, let error = snapshot.thrown {
      failure = .cannotEncode(type: type, reason: ErrorName.withPlace(of: error))
    }
    return snapshot.hidden(by: changed(snapshot.value, at: matcher.root), failure: failure)
  }

  /// The value with stand-ins; nil if nothing in it is selected, so that it is not copied.
  ///
  /// Not recursive: a value may be nested too deep for a thread's stack.
  private mutating func changed(_ value: JSONValue, at place: PathMatcher.Place) -> JSONValue? {
    guard var level = Level(value, at: place) else { return standIn(value, at: place) }
    var above: [Level] = []
    while true {
      if let (child, place) = level.next(&matcher) {
        if let below = Level(child, at: place) {
          above.append(level)
          level = below
        } else if let new = standIn(child, at: place) {
          level.put(new)
        }
        continue
      }
      let changed = level.changed
      guard let next = above.popLast() else { return changed }
      level = next
      if let changed { level.put(changed) }
    }
  }

  /// The stand-in for a value that is not an array or object; nil if it is not selected.
  private mutating func standIn(_ value: JSONValue, at place: PathMatcher.Place) -> JSONValue? {
    guard place.isSelected else { return nil }
    return switch value.kind {
    case .bool: value.bool.map { .bool(standIns.of($0)) }
    case .number: value.number.map { .number(standIns.of($0)) }
    case .string: value.string.map { .string(standIns.of($0)) }
    case .null, .array, .object: nil
    }
  }
}

extension Redactor {
  /// An array or object that is being traversed, with its replaced children.
  private struct Level {
    private let place: PathMatcher.Place
    private let array: JSONArray?
    private let object: JSONObject?
    private var elements: JSONArray.Iterator?
    private var members: JSONObject.Iterator?
    /// The index of the current child, from 0.
    private var index = -1
    private var newElements: [JSONValue]?
    private var newMembers: [(name: String, value: JSONValue)]?

    /// Nil if the value is neither, or nothing below it is selected.
    init?(_ value: JSONValue, at place: PathMatcher.Place) {
      if place.isBarren { return nil }
      (array, object, self.place) = (value.array, value.object, place)
      if array == nil, object == nil { return nil }
      (elements, members) = (array?.makeIterator(), object?.makeIterator())
    }

    /// The next child; nil after the last.
    mutating func next(_ matcher: inout PathMatcher) -> (JSONValue, PathMatcher.Place)? {
      index += 1
      if let array {
        guard let element = elements?.next() else { return nil }
        return (element, matcher.element(index, in: array, of: place))
      }
      guard let member = members?.next() else { return nil }
      return (member.value, matcher.member(member.name, of: place))
    }

    /// Replaces the current child.
    mutating func put(_ new: JSONValue) {
      if let array {
        if newElements == nil { newElements = Array(array) }
        newElements?[index] = new
      } else {
        if newMembers == nil { newMembers = object.map(Array.init) }
        newMembers?[index].value = new
      }
    }

    /// The value with its replaced children; nil if none was replaced.
    var changed: JSONValue? {
      newElements.map(JSONValue.array) ?? newMembers.map(JSONValue.object)
    }
  }
}

/// The description of an error whose message may quote a hidden value.
package enum ErrorName {
  /// Its own words for a state line; in a redacted session only the name of its type.
  package static func words(of error: any Error, isRedacted: Bool) -> String {
    isRedacted ? of(error) : TypeName.withoutAddresses(String(describing: error))
  }

  private static func of(_ error: any Error) -> String { TypeName.of(type(of: error)) }

  /// The name of its type, and the place that an `EncodingError` names.
  static func withPlace(of error: any Error) -> String {
    guard case .invalidValue(_, let context)? = error as? EncodingError,
      !context.codingPath.isEmpty
    else { return of(error) }
    let place = JSONPointer(tokens: context.codingPath.map(\.stringValue))
    return "\(of(error)) at \(JSONValue.string(place.description))"
  }
}
