public import SessionFormat

// In the library `nil` is not JSON: in `condition ? value : nil`, `nil` would become a value
// instead of a missing one. Documents in tests have no such choice.
extension JSONValue: ExpressibleByNilLiteral {
  /// `null`.
  public init(nilLiteral: ()) { self = .null }
}
