public import SessionFormat

// In the library `nil` is no JSON: `condition ? value : nil` where a value may be missing would be
// one that is there. Documents that tests write down have no such choice.
extension JSONValue: ExpressibleByNilLiteral {
  /// `null`.
  public init(nilLiteral: ()) { self = .null }
}
