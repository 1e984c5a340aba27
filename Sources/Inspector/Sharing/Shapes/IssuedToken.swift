/// The form of the tokens of one issuer: a prefix and what follows it.
struct IssuedToken: Sendable {
  let issuer: String
  let prefix: StaticString
  let body: ByteSet
  /// How many bytes follow the prefix.
  let length: ClosedRange<Int>

  private init(
    _ issuer: String, _ prefix: StaticString, _ length: ClosedRange<Int>,
    _ body: ByteSet = .alphanumeric
  ) {
    (self.issuer, self.prefix, self.body, self.length) = (issuer, prefix, body, length)
  }

  /// From the issuers' documentation; only prefixes that hardly begin anything else.
  static let all: [IssuedToken] = [
    IssuedToken("AWS", "AKIA", 16...16, .capitalsAndDigits),
    IssuedToken("AWS", "ASIA", 16...16, .capitalsAndDigits),
    IssuedToken("GitHub", "ghp_", 36...255), IssuedToken("GitHub", "gho_", 36...255),
    IssuedToken("GitHub", "ghu_", 36...255), IssuedToken("GitHub", "ghr_", 36...255),
    // Those of Actions are longer, with dots.
    IssuedToken("GitHub", "ghs_", 36...1024, .bearer),
    IssuedToken("GitHub", "github_pat_", 22...255, .word),
    IssuedToken("GitLab", "glpat-", 20...255, .token),
    IssuedToken("GitLab", "glptt-", 20...255, .token),
    IssuedToken("GitLab", "gldt-", 20...255, .token),
    IssuedToken("GitLab", "glrt-", 20...255, .token),
    IssuedToken("GitLab", "glcbt-", 20...255, .token),
    IssuedToken("GitLab", "gloas-", 20...255, .token),
    IssuedToken("Slack", "xoxb-", 10...255, .token),
    IssuedToken("Slack", "xoxp-", 10...255, .token),
    IssuedToken("Slack", "xoxa-", 10...255, .token),
    IssuedToken("Slack", "xoxr-", 10...255, .token),
    IssuedToken("Slack", "xoxs-", 10...255, .token),
    IssuedToken("Slack", "xapp-", 10...255, .token),
    IssuedToken("Slack", "xoxe", 10...255, .bearer),
    IssuedToken(
      "Slack", "hooks.slack.com/services/", 20...255,
      ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/")),
    IssuedToken("Stripe", "sk_live_", 16...255), IssuedToken("Stripe", "sk_test_", 16...255),
    IssuedToken("Stripe", "rk_live_", 16...255), IssuedToken("Stripe", "rk_test_", 16...255),
    IssuedToken("Stripe", "whsec_", 24...255, .base64),
    IssuedToken("Google", "AIza", 35...35, .token),
    IssuedToken("Google", "ya29.", 20...2048, .token),
    IssuedToken("Google", "GOCSPX-", 28...28, .token),
    IssuedToken("Google", "1//0", 30...512, .token),
    IssuedToken("Anthropic", "sk-ant-", 20...255, .token),
    IssuedToken("OpenAI", "sk-proj-", 20...255, .token),
    IssuedToken("OpenAI", "sk-svcacct-", 20...255, .token), IssuedToken("OpenAI", "sk-", 48...48),
    IssuedToken("Hugging Face", "hf_", 34...40), IssuedToken("npm", "npm_", 36...36),
    IssuedToken("PyPI", "pypi-", 50...512, .token),
    IssuedToken("DigitalOcean", "dop_v1_", 64...64, .hexadecimal),
    IssuedToken("DigitalOcean", "doo_v1_", 64...64, .hexadecimal),
    IssuedToken("DigitalOcean", "dor_v1_", 64...64, .hexadecimal),
    IssuedToken("Shopify", "shpat_", 32...32, .hexadecimal),
    IssuedToken("Shopify", "shpca_", 32...32, .hexadecimal),
    IssuedToken("Shopify", "shppa_", 32...32, .hexadecimal),
    IssuedToken("Shopify", "shpss_", 32...32, .hexadecimal),
    IssuedToken("SendGrid", "SG.", 60...80, .bearer),
    IssuedToken("Square", "sq0atp-", 22...22, .token),
    IssuedToken("Square", "sq0csp-", 43...43, .token),
    IssuedToken("Square", "EAAA", 60...60, .token),
    IssuedToken("Docker", "dckr_pat_", 20...64, .token),
    IssuedToken("Vault", "hvs.", 24...255, .token), IssuedToken("Vault", "hvb.", 24...1024, .token),
    IssuedToken("Twilio", "SK", 32...32, .hexadecimal),
    IssuedToken("Linear", "lin_api_", 32...64), IssuedToken("Figma", "figd_", 20...255, .token),
    IssuedToken("Postman", "PMAK-", 50...80, .token),
    IssuedToken("age", "AGE-SECRET-KEY-1", 58...58, .capitalsAndDigits),
  ]

  /// The token at an index of a text; nil if there is none.
  func span(at start: Int, in text: UnsafeBufferPointer<UInt8>) -> SecretSpan? {
    guard text.has(prefix, at: start) else { return nil }
    let body = start + prefix.utf8CodeUnitCount
    let end = text.end(of: self.body, from: body, most: length.upperBound + 1)
    guard length.contains(end - body), text.isBoundary(end) else { return nil }
    return SecretSpan(
      range: start..<end, kind: .token, issuer: issuer, publicCount: prefix.utf8CodeUnitCount)
  }
}
