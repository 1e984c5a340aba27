import SessionFormat

/// Writes the `opaque` member of state lines that follow other lines than they did in the host or
/// the recording.
struct OpaqueMember {
  private let session: Session
  /// The state that was written last, and its places.
  private var last: (n: Int, places: [JSONPointer])?
  private var renderings = RenderedValues()

  /// For lines between those of a session; the session's own lines stay as they are.
  init(_ session: Session) { self.session = session }

  /// Notes a recorded state that was given to the host.
  mutating func give(_ n: Int, _ state: JSONValue) throws(InspectorError) {
    renderings.give(state, try session.opaquePlaces(n))
  }

  /// Sets the `opaque` member of a state line to `places`, or to nil if a reader can infer them.
  ///
  /// Call in the order in which the lines are written.
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
