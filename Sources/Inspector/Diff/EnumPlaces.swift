import SessionFormat

/// The places of a state that hold enums, as the types in the session's header say or, without
/// types, as some of its states suggest.
package struct EnumPlaces: Sendable {
  /// Knows of no place.
  package static let unknown = EnumPlaces(nil)

  private let session: Session?

  /// Uses a session's types or states.
  init(_ session: Session?) { self.session = session }

  /// The most first states, and the most keyframes, to sample.
  private static let most = 16
  /// The most bytes of them, as text.
  private static let mostBytes = 1 << 25

  /// Whether a place holds an enum; nil if unknown.
  ///
  /// Complexity: O(depth × ``most``), and once O(the first states and some keyframes).
  package func hasEnum(at path: [String]) -> Bool? {
    guard let session else { return nil }
    if let types = session.typesMemo.value({ TypeFingerprint(session.header.fingerprint) }) {
      return types.hasEnum(at: path)
    }
    let samples = session.sampleMemo.value { Self.sample(session) }
    return Self.hasEnum(at: JSONPointer(tokens: path), in: samples)
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

  /// Whether every sampled value at a place may be an enum case, if there are at least three; nil
  /// if there are fewer.
  private static func hasEnum(at path: JSONPointer, in states: [JSONValue]) -> Bool? {
    var seen = 0
    for state in states {
      guard let value = path.value(in: state), value.kind != .null else { continue }
      guard let found = CaseChange.Case(value), found.mayBeCase, found.payload.kind == .object
      else { return false }
      seen += 1
    }
    return seen > 2 ? true : nil
  }
}

extension Timeline {
  /// The places of its states that hold enums.
  package var enums: EnumPlaces { EnumPlaces(session) }
}
