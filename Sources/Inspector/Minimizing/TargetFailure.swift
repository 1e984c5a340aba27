package import Query
import SessionFormat

/// The failure that a shortened session must still show.
package enum TargetFailure: Equatable, Sendable {
  case condition(Condition)
  case crash(CrashIdentity)

  package static func == (left: TargetFailure, right: TargetFailure) -> Bool {
    switch (left, right) {
    case (.condition(let one), .condition(let other)): one.description == other.description
    case (.crash(let one), .crash(let other)): one == other
    default: false
    }
  }

  /// After how many of a branch's actions the failure shows; nil if it does not.
  ///
  /// The part shared with the recording is not examined: the failure did not show there. An action
  /// that the host refuses decides nothing, so a branch with one does not show it either.
  func shows(in branch: Timeline, interrupted: @escaping () -> Bool) throws(InspectorError) -> Int?
  {
    let refused = branch.refused.first ?? .max
    switch self {
    case .condition(let condition):
      let search = StepSearch(branch, where: condition, interrupted: interrupted)
      for n in stride(from: branch.fork + 1, through: branch.last, by: 1) {
        guard n < refused, branch.hasState(n) else { return nil }
        if try search.matches(n) { return n - branch.first }
      }
      return nil
    case .crash(let crash):
      guard refused == .max, let stop = branch.stop, case .died(let death) = stop.reason,
        crash == CrashIdentity(type: try branch.step(stop.n).type, death)
      else { return nil }
      return stop.n - branch.first
    }
  }
}

/// The properties by which two deaths of a host are the same.
package struct CrashIdentity: Equatable, Sendable {
  package let type: String
  /// The status or the signal.
  package let ending: HostDeath.Ending
  /// The line of a Swift trap, if there was one.
  package let fatalLine: String?

  init(type: String, _ death: HostDeath) {
    self.type = type
    ending = death.ending
    fatalLine = HostDeath.fatalLine(in: death.standardError)
  }
}

/// The properties by which two divergences are the same.
struct DivergenceIdentity: Equatable, Sendable {
  private let type: String?
  private let kind: String
  private let place: [String]
  private let crash: CrashIdentity?

  init(_ divergence: Divergence) {
    type = divergence.type
    kind = divergence.kind.name
    var (place, crash): ([String], CrashIdentity?) = ([], nil)
    switch divergence.kind {
    // If elements have no order, the first one that differs may change.
    case .state(let path, _, _, _): place = path.form
    case .actionType, .action: break
    case .input(let name, let expected, let actual):
      place = [name, expected == nil ? "drawn" : actual == nil ? "not drawn" : ""]
    case .threw(let expected, let actual):
      place = [expected == nil ? "threw" : actual == nil ? "did not throw" : ""]
    case .outcome:
      place = divergence.kind.refusal.map { [$0.reason] } ?? []
      crash = divergence.kind.death.map { CrashIdentity(type: divergence.type ?? "", $0) }
    }
    (self.place, self.crash) = (place, crash)
  }
}

extension Divergence {
  /// Whether it is the same divergence, regardless of the replayed value.
  func isLike(_ other: Self) -> Bool { DivergenceIdentity(self) == DivergenceIdentity(other) }

  /// The replayed value that differs from the recording; nil for nothing.
  var outcome: String? {
    switch kind.sides.actual {
    case .value(let actual): actual?.description
    case .type(let actual): actual
    case .threw(let actual): actual
    // The identity of a crash contains more than the host's message.
    case .outcome: kind.refusal?.message
    }
  }
}
