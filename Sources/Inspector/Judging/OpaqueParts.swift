import SessionFormat

/// Follows which parts of compared steps were only rendered, in the recording or by the host.
///
/// A rendering may be the same for values that are not, so what stands there is neither equal nor
/// different.
struct OpaqueParts {
  private let session: Session
  /// The places of the recorded state that was come to last.
  private(set) var recorded: [JSONPointer] = []
  /// The last action that was only rendered.
  private(set) var lastAction: Int?
  /// The first of all.
  private(set) var first: Verdict.Opaque?

  init(_ session: Session) { self.session = session }

  /// Comes to a recorded state, behind those before it.
  mutating func pass(_ n: Int) throws(InspectorError) {
    guard let entry = session.steps.states[n] else { return }
    guard !recorded.isEmpty || session.reader.mayTellOpaque(session.lines[entry]) else { return }
    recorded = try session.opaquePlaces(n)
    if first == nil, let path = recorded.first {
      first = Verdict.Opaque(n: n, line: .state, path: path, isInReplay: false)
    }
  }

  /// Takes note of what a host could not encode of state `n`, which was come to.
  mutating func pass(_ n: Int, inHost places: [JSONPointer]) {
    guard first == nil, let path = places.first else { return }
    first = Verdict.Opaque(n: n, line: .state, path: path, isInReplay: true)
  }

  /// Takes note of an action that was only rendered.
  mutating func pass(action n: Int, isInReplay: Bool) {
    lastAction = n
    first = first ?? Verdict.Opaque(n: n, line: .action, path: .root, isInReplay: isInReplay)
  }

  /// Notes how much was left out of the first such state when it was recorded.
  mutating func noteCut(of n: Int, _ leftOut: Int) {
    if first?.n == n, first?.line == .state { first?.leftOut = leftOut }
  }

  /// Whether nothing of the recorded state was encoded.
  var isWhole: Bool { recorded.contains(.root) }
}
