import Synchronization

/// Where in the sources a fault asks for what it should not have, found by asking it.
enum Culprit {
  struct Place: Hashable, Sendable {
    let file: String
    let line: Int
  }

  private static let places = Mutex<[Place]?>(nil)
  /// Only a list needs the places: a host that noted them would keep state of its own in each step.
  static let isListing = CommandLine.arguments.dropFirst().first?.hasPrefix("list") == true

  /// The places at which `body` asked, in order, each once.
  static func places(of body: () -> Void) -> [Place] {
    places.withLock { $0 = [] }
    body()
    return places.withLock { places in
      defer { places = nil }
      return places ?? []
    }
  }

  fileprivate static func note(_ place: Place) {
    guard isListing else { return }
    places.withLock { places in
      if places?.contains(place) == false { places?.append(place) }
    }
  }
}

/// The value, which was asked for on this line.
///
/// It is made before this function is called, in the line of the caller, so the call that is at
/// fault has no frame of the zoo's machinery above it.
func asked<Value>(_ value: Value, file: String = #fileID, line: Int = #line) -> Value {
  Culprit.note(Culprit.Place(file: file, line: line))
  return value
}

/// Marks the line below as one that uses a variable outside the state, in a call of several lines.
func usedBelow(file: String = #fileID, line: Int = #line) {
  Culprit.note(Culprit.Place(file: file, line: line + 1))
}
