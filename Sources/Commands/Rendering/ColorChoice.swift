import Inspector

/// Whether styles may be shown by colour: the value of `--color`.
package enum ColorChoice: String, Sendable, CaseIterable {
  /// As the environment and the stream say.
  case auto
  /// Yes, whatever else says.
  case always
  /// No, whatever else says.
  case never

  /// Whether to use colour on a stream.
  ///
  /// `always` and `never` win over the environment. Under `auto` a non-empty `NO_COLOR` says no,
  /// then a `CLICOLOR_FORCE` that is neither empty nor `0` says yes, then a `TERM` that is unset,
  /// empty or `dumb` says no, and else it is asked whether the stream is a terminal.
  package func usesColor(environment: [String: String], isTerminal: Bool) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if let refusal = environment["NO_COLOR"], !refusal.isEmpty { return false }
    if let force = environment["CLICOLOR_FORCE"], !["", "0"].contains(force) { return true }
    if ["", "dumb"].contains(environment["TERM"] ?? "") { return false }
    return isTerminal
  }
}
