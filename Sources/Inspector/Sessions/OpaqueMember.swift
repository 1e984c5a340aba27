import SessionFormat

/// Tells the opaque places of states that are written with others before them than a host, or a
/// recording, had.
struct OpaqueMember {
  private let session: Session
  /// The state that was told last, and its places.
  private var last: (n: Int, places: [JSONPointer])?

  /// What of the states that the host was given was a rendering: where it stands on, it is one still,
  /// though the host encodes it.
  private var renderings: [(place: JSONPointer, value: JSONValue)] = []
  private static let mostRenderings = 100

  /// For lines that stand between those of a session, which stay as they are.
  init(_ session: Session) { self.session = session }

  /// Notes a recorded state that the host was given.
  mutating func give(_ n: Int, _ state: JSONValue) throws(InspectorError) {
    for place in try session.opaquePlaces(n) {
      guard let value = place.value(in: state) else { continue }
      if renderings.contains(where: { $0.place == place && $0.value == value }) { continue }
      renderings.append((place, value))
      if renderings.count > Self.mostRenderings { renderings.removeFirst() }
    }
  }

  /// Gives the line of a state the member that says `places`, and none where a reader knows without.
  ///
  /// Lines are told in the order in which they are written.
  mutating func tell(
    _ places: [JSONPointer], of state: JSONValue, in line: inout StateLine
  ) throws(InspectorError) {
    var places = places
    for (place, value) in renderings where !places.contains(where: place.isAtOrBelow) {
      if place.value(in: state) == value { places.append(place) }
    }
    var known: [JSONPointer] = []
    if !line.content.isWhole {
      known = try last?.n == line.n - 1 ? last?.places ?? [] : session.opaquePlaces(line.n - 1)
    }
    line.opaque = places == known ? nil : places.map(\.description)
    last = (line.n, places)
  }
}
