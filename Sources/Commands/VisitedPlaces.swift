import Inspector

/// The places that were visited, as a browser keeps its pages.
struct VisitedPlaces {
  /// A step of a timeline.
  struct Place: Equatable {
    var timeline: Int
    var n: Int
  }

  private var past: [Place] = []
  private var future: [Place] = []

  /// So many that nobody misses one, so few that nobody pays for them.
  private static let kept = 1000

  /// Heeds that a place was left for another one.
  mutating func leave(_ place: Place) {
    past.append(place)
    if past.count > Self.kept { past.removeFirst() }
    future = []
  }

  /// The place before, from a place that can be come back to; nil if there is none.
  mutating func undo(from place: Place) -> Place? {
    guard let before = past.popLast() else { return nil }
    future.append(place)
    return before
  }

  /// The place that was left by undoing; nil if there is none.
  mutating func redo(from place: Place) -> Place? {
    guard let after = future.popLast() else { return nil }
    past.append(place)
    return after
  }

  /// Forgets the places of a timeline that is no more.
  mutating func forget(_ timeline: Int) {
    past = past.compactMap { $0.without(timeline) }
    future = future.compactMap { $0.without(timeline) }
  }
}

extension VisitedPlaces.Place {
  /// The place when a timeline is taken out of the list; nil if it is one of that.
  fileprivate func without(_ gone: Int) -> VisitedPlaces.Place? {
    if timeline == gone { return nil }
    return VisitedPlaces.Place(timeline: timeline > gone ? timeline - 1 : timeline, n: n)
  }
}
