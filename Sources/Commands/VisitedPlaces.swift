import Inspector

/// The visited places, like the history of a browser.
struct VisitedPlaces {
  /// A step of a timeline.
  struct Place: Equatable {
    var timeline: Int
    var n: Int
  }

  private var past: [Place] = []
  private var future: [Place] = []

  /// Enough that nobody misses one, and few enough to cost nothing.
  private static let kept = 1000

  /// Notes that a place was left for another one.
  mutating func leave(_ place: Place) {
    past.append(place)
    if past.count > Self.kept { past.removeFirst() }
    future = []
  }

  /// The previous place, from a place that redo can return to; nil if there is none.
  mutating func undo(from place: Place) -> Place? {
    guard let before = past.popLast() else { return nil }
    future.append(place)
    return before
  }

  /// The place that undo left; nil if there is none.
  mutating func redo(from place: Place) -> Place? {
    guard let after = future.popLast() else { return nil }
    past.append(place)
    return after
  }

  /// Forgets the places of a removed timeline.
  mutating func forget(_ timeline: Int) {
    past = past.compactMap { $0.without(timeline) }
    future = future.compactMap { $0.without(timeline) }
  }
}

extension VisitedPlaces.Place {
  /// The place after a timeline was removed from the list; nil if it was in that one.
  fileprivate func without(_ gone: Int) -> VisitedPlaces.Place? {
    if timeline == gone { return nil }
    return VisitedPlaces.Place(timeline: timeline > gone ? timeline - 1 : timeline, n: n)
  }
}
