import SessionFormat

/// Tells the opaque places of states that are written with others before them than a host, or a
/// recording, had.
struct OpaqueMember {
  private let session: Session
  /// The state that was told last, and its places.
  private var last: (n: Int, places: [JSONPointer])?

  /// For lines that stand between those of a session, which stay as they are.
  init(_ session: Session) { self.session = session }

  /// Gives a line the member that says `places`, and none where a reader knows without.
  ///
  /// Lines are told in the order in which they are written.
  mutating func tell(_ places: [JSONPointer], in line: inout StateLine) throws(InspectorError) {
    var known: [JSONPointer] = []
    if !line.content.isWhole {
      known = try last?.n == line.n - 1 ? last?.places ?? [] : session.opaquePlaces(line.n - 1)
    }
    line.opaque = places == known ? nil : places.map(\.description)
    last = (line.n, places)
  }
}
