/// The faults of one recording that are still to be reported to the app, each once.
///
/// Not thread-safe.
struct FaultReports {
  private var waiting: [RecorderError] = []
  private var reported: Set<String> = []

  /// Keeps a fault for the app.
  ///
  /// - Parameter key: What it is reported once for; nil for its text.
  mutating func add(_ fault: RecorderError?, once key: String? = nil) {
    guard let fault else { return }
    if reported.insert(key ?? fault.description).inserted { waiting.append(fault) }
  }

  /// Keeps what could not be encoded of a value, and what its rendering leaves out.
  mutating func add(of snapshot: Snapshot) {
    add(snapshot.failure, once: snapshot.failureKey)
    guard let shortening = snapshot.shortening,
      case .cutRendering(let type, _, _) = shortening
    else { return }
    add(shortening, once: "cut \(type)")
  }

  /// The faults to report now.
  mutating func take() -> [RecorderError] {
    guard !waiting.isEmpty else { return [] }
    defer { waiting = [] }
    return waiting
  }
}
