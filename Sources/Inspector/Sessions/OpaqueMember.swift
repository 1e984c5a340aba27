import SessionFormat

/// Tells the opaque places of states that are written with others before them than a host, or a
/// recording, had.
struct OpaqueMember {
  private let session: Session
  /// The state that was told last, and its places.
  private var last: (n: Int, places: [JSONPointer])?
  private var renderings = Renderings()

  /// For lines that stand between those of a session, which stay as they are.
  init(_ session: Session) { self.session = session }

  /// Notes a recorded state that the host was given.
  mutating func give(_ n: Int, _ state: JSONValue) throws(InspectorError) {
    renderings.give(state, try session.opaquePlaces(n))
  }

  /// Gives the line of a state the member that says `places`, and none if a reader knows without.
  ///
  /// Lines are told in the order in which they are written.
  mutating func tell(
    _ places: [JSONPointer], of state: JSONValue, in line: inout StateLine
  ) throws(InspectorError) {
    let places = renderings.places(of: state, told: places)
    var known: [JSONPointer] = []
    if !line.content.isWhole {
      known = try last?.n == line.n - 1 ? last?.places ?? [] : session.opaquePlaces(line.n - 1)
    }
    line.opaque = places == known ? nil : places.map(\.description)
    last = (line.n, places)
  }
}
