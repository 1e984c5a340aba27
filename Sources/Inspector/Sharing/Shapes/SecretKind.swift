/// What a value seems to be that nobody else should have.
package enum SecretKind: String, CaseIterable, Sendable, Hashable {
  /// The value of a member whose name usually means a secret.
  case name
  /// A token of a known issuer, by its prefix and length.
  case token
  /// A JSON Web Token.
  case jwt
  /// A private key in PEM.
  case privateKey = "private-key"
  /// What follows `Bearer` or `Basic`, or the name of such a header.
  case authorization
  /// A password in a URL, or behind the name of a secret inside a text.
  case password
  /// An e-mail address.
  case email
  /// A payment card number that passes Luhn's check.
  case card
  /// An IBAN whose check digits are right.
  case iban
  /// A telephone number, as it is dialled from abroad or written in North America.
  case phone
  /// A value at a place that a policy or `--path` names.
  case place
  /// A secret of another place, again.
  case copy
}

/// A secret inside a text.
package struct SecretSpan: Equatable, Sendable {
  /// The bytes of the text's UTF-8.
  var range: Range<Int>
  var kind: SecretKind
  /// Who issued it, if its form says so.
  var issuer: String?
  /// How many bytes at its beginning are the same in all secrets of its form.
  var publicCount = 0
  /// Whether it is a number of a JSON text.
  var isNumber = false
}
