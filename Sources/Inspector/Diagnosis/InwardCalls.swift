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

  /// Its name, and where the app calls it.
  var placeInApp: [String] {
    let caller = frames.first { !$0.file.contains("libswiftCore.") }
    return question + [caller?.file ?? "", caller?.address ?? ""]
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

extension ControlledRuns {
  /// Adds what the step goes by if it asks for nothing that varies: hashes, addresses.
  ///
  /// - Returns: Whether it is one thing, which is then likely.
  func addInward(_ evidence: String, to found: inout Findings) throws(InspectorError) -> Bool {
    guard let requests = try systemRequests(), requests.isAll, requests.random.isEmpty,
      !requests.asksTime, !requests.startsThreads
    else { return false }
    let inward = try runner.inwardCalls().compactMap(\.inward)
    let causes = Set(inward.map(\.cause)).subtracting([.timeZone])
    for cause in [Diagnosis.Cause.hashing, .addresses] where causes.contains(cause) {
      let words = inward.first { $0.cause == cause }?.words ?? ""
      found.add(
        cause, causes.count == 1 ? .likely : .possible, evidence,
        "the step goes by \(words), and asks for nothing that varies (witnessed)")
    }
    return causes.count == 1
  }
}
