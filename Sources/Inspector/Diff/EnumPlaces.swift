import SessionFormat

/// Which places of a state hold enums, as far as the types in the header of the session say so or, if there
/// are none, a few of its states.
package struct EnumPlaces: Sendable {
  /// Nothing is known of any place.
  package static let unknown = EnumPlaces(nil)

  private let session: Session?

  /// What a session says.
  init(_ session: Session?) { self.session = session }

  /// So many of the first states, and of the keyframes, are looked at.
  private static let most = 16
  /// So many bytes of them, as text.
  private static let mostBytes = 1 << 25

  /// Whether an enum stands at a place; nil if nobody knows.
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

  /// Whether each of the states, three or more, that have something at a place has what may be a case of an
  /// enum there; nil if there are fewer.
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
  /// Which places of its states hold enums.
  package var enums: EnumPlaces { EnumPlaces(session) }
}
