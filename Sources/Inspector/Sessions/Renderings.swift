import SessionFormat

/// What of the states that a host was given was only rendered when it was recorded.
///
/// A host that decodes a rendering passes it on as a value; where it stands in a state that the host
/// made, it is a rendering still.
struct Renderings {
  private var all: [(place: JSONPointer, value: JSONValue)] = []
  private static let most = 100

  /// Notes a state that the host was given, of which these places are renderings.
  mutating func give(_ state: JSONValue, _ places: [JSONPointer]) {
    for place in places {
      guard let value = place.value(in: state) else { continue }
      if all.contains(where: { $0.place == place && $0.value == value }) { continue }
      all.append((place, value))
      if all.count > Self.most { all.removeFirst() }
    }
  }

  /// The opaque places of a state: those that its host tells, and those where a rendering stands.
  func places(of state: JSONValue, told: [JSONPointer]) -> [JSONPointer] {
    if all.isEmpty { return told }
    var places = told
    for (place, value) in all where !places.contains(where: place.isAtOrBelow) {
      if place.value(in: state) == value { places.append(place) }
    }
    return places
  }
}
