import SessionFormat

/// The renderings in the states given to a host: values that could only be rendered when recorded.
///
/// A host that decodes a rendering passes it on as a value. If a state that the host made has it at
/// its place, it still is a rendering.
struct RenderedValues {
  private var all: [(place: JSONPointer, value: JSONValue)] = []
  private static let most = 100

  /// Notes a state given to the host, with renderings at these places.
  mutating func give(_ state: JSONValue, _ places: [JSONPointer]) {
    for place in places {
      guard let value = place.value(in: state) else { continue }
      if all.contains(where: { $0.place == place && $0.value == value }) { continue }
      all.append((place, value))
      if all.count > Self.most { all.removeFirst() }
    }
  }

  /// The opaque places of a state: those that its host reports, and those that hold a rendering.
  func places(of state: JSONValue, told: [JSONPointer]) -> [JSONPointer] {
    if all.isEmpty { return told }
    var places = told
    for (place, value) in all where !places.contains(where: place.isAtOrBelow) {
      if place.value(in: state) == value { places.append(place) }
    }
    return places
  }
}
