import Inspector

/// Whether colour may show styles: the value of `--color`.
package enum ColorChoice: String, Sendable, CaseIterable {
  /// As the environment and the stream decide.
  case auto
  case always
  case never

  /// Whether to use colour on a stream.
  ///
  /// `always` and `never` override the environment. With `auto`, a non-empty `NO_COLOR` means no.
  /// Then a `CLICOLOR_FORCE` that is neither empty nor `0` means yes. Then a `TERM` that is unset,
  /// empty or `dumb` means no. Otherwise colour is used if the stream is a terminal.
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
