import SessionFormat

/// The places of a state that hold enums or dates, as the types in the session's header say.
///
/// Without types, some of its states show where there is none.
package struct EnumPlaces: Sendable {
  /// Knows of no place.
  package static let unknown = EnumPlaces(nil)

  let session: Session?

  /// Uses a session's types or states.
  init(_ session: Session?) { self.session = session }

  /// The most first states, and the most keyframes, to sample.
  private static let most = 16
  /// The most bytes of them, as text.
  private static let mostBytes = 1 << 25
  /// The most values of them to visit on the way to one place.
  private static let mostVisits = 4096

  /// Whether a place holds an enum; nil if unknown.
  ///
  /// Complexity: O(``mostVisits``), and once O(the first states and some keyframes).
  package func hasEnum(at path: [String]) -> Bool? {
    guard let session else { return nil }
    if let types = session.typesMemo.value({ TypeFingerprint(session.header.fingerprint) }) {
      return types.hasEnum(at: path)
    }
    let samples = session.sampleMemo.value { Self.sample(session) }
    var visits = Self.mostVisits
    return samples.allSatisfy { Self.mayBeEnum($0, at: path[...], &visits) } ? nil : false
  }

  private static func sample(_ session: Session) -> [JSONValue] {
    var (found, bytes): ([JSONValue], Int) = ([], 0)
    func add(_ n: Int) {
      guard bytes < mostBytes, session.hasState(n), let state = try? session.state(n) else {
        return
      }
      bytes += state.textSize
      found.append(state)
    }
    let next = session.first + most
    for n in session.first..<next where n <= session.last { add(n) }
    let stride = max(1, (session.last - next) / most)
    var n = next
    while let keyframe = session.steps.keyframes.first(atOrAfter: n) {
      add(keyframe)
      n = max(n, keyframe) + stride
    }
    return found
  }

  /// Whether the values at a place below a value may be enum cases; also if there are none.
  ///
  /// All elements of an array are asked about each, as Swift gives them one type.
  private static func mayBeEnum(
    _ value: JSONValue, at path: ArraySlice<String>, _ visits: inout Int
  ) -> Bool {
    guard visits > 0, value.kind != .null else { return true }
    visits -= 1
    guard let token = path.first else {
      guard let found = CaseChange.Case(value) else { return false }
      return found.mayBeCase && found.payload.kind == .object
    }
    let rest = path.dropFirst()
    if let elements = value.array {
      return elements.allSatisfy { mayBeEnum($0, at: rest, &visits) }
    }
    return value.object?[token].map { mayBeEnum($0, at: rest, &visits) } ?? true
  }
}

extension Timeline {
  /// The places of its states that hold enums.
  package var enums: EnumPlaces { EnumPlaces(session) }
}
