import SessionFormat

/// Follows the parts of compared steps that were only rendered, in the recording or by the host.
///
/// Different values may have the same rendering, so a rendered part is neither equal nor different.
struct RenderedPlaces {
  private let session: Session
  /// The rendered places of the last recorded state that was reached.
  private(set) var recorded: [JSONPointer] = []
  /// The first rendered part of all.
  private(set) var first: Verdict.Opaque?

  init(_ session: Session) { self.session = session }

  /// Advances to recorded state `n`; called in ascending order.
  mutating func pass(_ n: Int) throws(InspectorError) {
    guard let entry = session.steps.states[n] else { return }
    guard !recorded.isEmpty || session.lines.withBytes(of: entry, LineReader.mayTellOpaque) else {
      return
    }
    recorded = try session.opaquePlaces(n)
    if first == nil, let path = recorded.first {
      first = Verdict.Opaque(n: n, line: .state, path: path, isInReplay: false)
    }
  }

  /// Notes the places of state `n`, the current one, that a host could not encode.
  mutating func pass(_ n: Int, inHost places: [JSONPointer]) {
    guard first == nil, let path = places.first else { return }
    first = Verdict.Opaque(n: n, line: .state, path: path, isInReplay: true)
  }

  /// Notes an action that was only rendered.
  mutating func pass(action n: Int, isInReplay: Bool) {
    first = first ?? Verdict.Opaque(n: n, line: .action, path: .root, isInReplay: isInReplay)
  }

  /// Notes how much the recorder left out of the state, if it is the first opaque one.
  mutating func noteCut(of n: Int, _ leftOut: Int) {
    if first?.n == n, first?.line == .state { first?.leftOut = leftOut }
  }

  /// Whether no part of the recorded state was encoded.
  var isWhole: Bool { recorded.contains(.root) }
}
