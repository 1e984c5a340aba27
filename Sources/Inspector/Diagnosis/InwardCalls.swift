import SessionFormat

extension WitnessedCalls.Call {
  /// What the result of one of Swift's own functions goes by; such a call asks nobody.
  enum Inward: String, CaseIterable {
    /// The order of a set or dictionary.
    case order
    /// A hash value.
    case hash
    /// An address.
    case address
    /// The bytes that lie at one.
    case memory
    /// The time zone of the system, which may be replaced before it is used.
    case zone

    var words: String {
      switch self {
      case .order: "the order of a set or dictionary"
      case .hash: "a hash value"
      case .address: "an address"
      case .memory: "the bytes at an address"
      case .zone: "the time zone"
      }
    }

    var cause: Diagnosis.Cause {
      switch self {
      case .order, .hash: .hashing
      case .address, .memory: .addresses
      case .zone: .timeZone
      }
    }
  }

  var inward: Inward? { Inward(rawValue: name) }

  /// Whether it is the app's own call, or one of the standard library for it.
  ///
  /// Other libraries have sets and addresses of their own, of which nothing is seen from outside. If they
  /// encode, they encode what the app gave them.
  var isOfApp: Bool {
    if detail.hasSuffix(".encode(to:)") { return true }
    let caller = frames.first { !$0.file.contains("libswiftCore.") }
    return caller.map { !SourceLines.isOfSystem($0.file) } ?? false
  }
}
