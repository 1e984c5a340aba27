import Inspector
import Query
import SessionFormat

/// The result of a search for the fewest actions.
enum Found {
  /// The result for a session; nil if there is nothing to find.
  static func by(
    _ text: String?, in session: Session, through host: HostClient,
    _ settings: Minimization.Settings = Minimization.Settings(), stop: Cancellation = Cancellation()
  ) throws -> MinimizedSession? {
    let baseline =
      if let text {
        try MinimizeBaseline.condition(try Condition(text), session, host) { stop.isAsked }
      } else {
        try MinimizeBaseline.crash(session, host) { stop.isAsked }
      }
    guard let baseline else { return nil }
    var search = Minimization(session, baseline, host: host, settings: settings, stop: stop)
    return try search.run()
  }

  /// The remaining actions, in short.
  static func names(_ found: MinimizedSession?) -> [String]? {
    found?.actions.map { "\($0.was) \($0.type) \($0.action)" }
  }
}
