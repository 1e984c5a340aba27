import Foundation
import SessionFormat

/// Which places of a state hold enums, as far as the types in the header of the session say so or, if there
/// are none, a few of its states.
struct EnumPlaces: Sendable {
  /// Nothing is known of any place.
  static let unknown = EnumPlaces(nil)

  private let evidence: EnumEvidence?
  private let session: Session?

  /// What a session says.
  init(_ session: Session?) { (self.session, evidence) = (session, session?.enumEvidence) }

  /// Whether an enum stands at a place; nil if nobody knows.
  func hasEnum(at path: [String]) -> Bool? {
    guard let session, let evidence else { return nil }
    return evidence.hasEnum(at: path, in: session)
  }
}

/// What a session says of enums, found when it is first asked for.
///
/// Thread-safe.
final class EnumEvidence: Sendable {
  private let lock = NSLock()
  /// The types of the header; guarded by the lock.
  nonisolated(unsafe) private var fingerprint: TypeFingerprint??
  /// States that stand for all; guarded by the lock.
  nonisolated(unsafe) private var samples: [JSONValue]?

  /// So many of the first states, and of the keyframes, are looked at.
  private static let most = 16
  /// So many bytes of them, as text.
  private static let mostBytes = 1 << 25

  /// Complexity: O(depth × ``most``), and once O(the first states and some keyframes).
  func hasEnum(at path: [String], in session: Session) -> Bool? {
    let types = lock.withLock {
      let known = fingerprint ?? TypeFingerprint(session.header.fingerprint)
      fingerprint = .some(known)
      return known
    }
    if let types { return types.hasEnum(at: path) }
    return Self.hasEnum(at: JSONPointer(tokens: path), in: states(of: session))
  }

  private func states(of session: Session) -> [JSONValue] {
    if let known = lock.withLock({ samples }) { return known }
    let found = Self.sample(session)
    lock.withLock { samples = found }
    return found
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
  var enums: EnumPlaces { EnumPlaces(session) }
}
