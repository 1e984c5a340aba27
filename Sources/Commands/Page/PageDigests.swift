/// The digests by which the policy of a page allows its own script and style; `make page` writes them.
enum PageDigests {
  static let script = "sha256-AyPyEufoFB70RCK4Q+njkzdtEPNJvbfIYZHgGmpl/A8="
  static let style = "sha256-A2fTT8pMQ5KkqQFl6p/2MH5VANWsNH4WiGbAnwe2Wug="
}
