import SessionFormat

extension KeptElements {
  /// The longest pause between two actions of a burst, in nanoseconds.
  private static let pause = 100_000_000
  /// The most actions for which groups are made.
  private static let mostActions = 4096

  /// Groups of a session's kept actions that may be left out together: those of one type, then those
  /// of one burst; none if there are too many actions.
  func groups(of session: Session) -> [[Int]] {
    guard count <= Self.mostActions else { return [] }
    var (names, types): ([[UInt8]], [[UInt8]: [Int]]) = ([], [:])
    var bursts: [[Int]] = []
    var lastTime: Int?
    for place in places {
      guard let line = try? session.action(session.first + 1 + place) else { continue }
      let name = Array(line.type.utf8)
      if types[name] == nil { names.append(name) }
      types[name, default: []].append(place)
      if let lastTime, line.t - lastTime <= Self.pause, !bursts.isEmpty {
        bursts[bursts.count - 1].append(place)
      } else {
        bursts.append([place])
      }
      lastTime = line.t
    }
    return names.compactMap { types[$0] } + bursts.filter { $0.count > 1 }
  }
}
