import Foundation
package import SessionFormat

extension Session {
  /// Whether a state or an action may be cut; false is reliable.
  ///
  /// Complexity: O(bytes), at about the speed of memory, for the first call; then O(1).
  var mayBeCut: Bool {
    cutMemo.value {
      parts.contains { part in
        part.bytes.withUnsafeBytes { all in
          let bytes = all.bindMemory(to: UInt8.self)
          // Only rendered values are cut, and their lines say that they were rendered.
          guard LineReader.mayTellOpaque(bytes) else { return false }
          return Memory.contains("\u{2026}", in: bytes) || Memory.contains(#"\u2026"#, in: bytes)
            || Memory.contains("per than ", in: bytes) || Memory.contains(#""cut":["#, in: bytes)
        }
      }
    }
  }

  /// The cut places of state `n` as its action left it.
  func cuts(_ n: Int) throws(InspectorError) -> CutPlaces {
    guard mayBeCut, hasState(n) else { return CutPlaces() }
    let (line, state) = (try stateLine(n), try state(n))
    if let told = line.cut { return CutPlaces(told, in: state) }
    return try searchedCuts(n, line, state)
  }

  /// The cut places of the state with which action `n` began.
  func cutsBefore(_ n: Int) throws(InspectorError) -> CutPlaces {
    guard mayBeCut else { return CutPlaces() }
    guard let last = try outsides(n - 1).last else { return try cuts(n - 1) }
    return try cuts(of: try before(n), told: last.cut, n - 1)
  }

  /// The state after each outside change of the known state `n`.
  fileprivate func cutLeavings(
    _ n: Int
  ) throws(InspectorError) -> [(state: JSONValue, cuts: CutPlaces)] {
    try outsideChanges(n).map { (line, state) throws(InspectorError) in
      (state, mayBeCut ? try cuts(of: state, told: line.cut, n) : CutPlaces())
    }
  }

  private func cuts(
    of state: JSONValue, told: [String]?, _ n: Int
  ) throws(InspectorError) -> CutPlaces {
    if let told { return CutPlaces(told, in: state) }
    return CutPlaces(searching: try opaquePlaces(n), in: state)
  }
}

extension Timeline {
  /// Whether a state or an action may be cut; false is reliable.
  package var mayBeCut: Bool { session.mayBeCut || own.hasOpaque }

  /// The cut places of the known state `n`.
  package func cuts(_ n: Int) throws(InspectorError) -> CutPlaces {
    guard n > fork else { return try session.cuts(n) }
    let opaque = try opaquePlaces(n)
    if opaque.isEmpty { return CutPlaces() }
    let state = try state(n)
    if let told = ownStateLine(n)?.cut { return CutPlaces(told, in: state) }
    return CutPlaces(searching: opaque, in: state)
  }

  /// The cut places of the known state with which action `n` began.
  package func cutsBefore(_ n: Int) throws(InspectorError) -> CutPlaces {
    n <= fork ? try session.cutsBefore(n) : try cuts(n - 1)
  }

  /// The state after each outside change of state `n`; none if state `n` is unknown.
  func cutLeavings(_ n: Int) throws(InspectorError) -> [(state: JSONValue, cuts: CutPlaces)] {
    hasOutsides(n) && hasState(n) ? try session.cutLeavings(n) : []
  }

  package func cuts(of action: ActionLine) -> CutPlaces {
    CutPlaces(of: action.action, told: action.cut, isOpaque: action.opaque)
  }

  /// How much is left out of the value at a place of state `n`; nil if it is complete.
  package func leftOut(of path: JSONPointer, in n: Int) throws(InspectorError) -> LeftOut? {
    guard mayBeCut, hasState(n) else { return nil }
    let cuts = try cuts(n)
    guard !cuts.isEmpty, cuts.knowledge(of: path, in: try state(n)) != .known else { return nil }
    return cuts.amount
  }

  /// Throws if the value at a place of state `n` is unknown because of a cut.
  package func requireKnown(_ path: JSONPointer, in n: Int) throws(InspectorError) {
    guard mayBeCut, hasState(n) else { return }
    let cuts = try cuts(n)
    guard let leftOut = cuts.amount, cuts.knowledge(of: path, in: try state(n)) == .unknown
    else { return }
    throw .placeCut(path: path.description, n: n, leftOut: leftOut)
  }

  /// A state and its cut places.
  package typealias Look = (state: JSONValue, cuts: CutPlaces)

  /// The outside changes after step `n`, each with the states before and after it; the states are
  /// nil if state `n` is unknown.
  package func outsides(
    after n: Int
  ) throws(InspectorError) -> [(line: OutsideLine, change: (before: Look, since: Look)?)] {
    guard hasOutsides(n), session.steps.outsides[n] != nil else { return [] }
    let lines = try session.outsides(n)
    guard hasState(n) else { return lines.map { ($0, nil) } }
    var before: Look = (try session.state(n), try session.cuts(n))
    return zip(lines, try cutLeavings(n)).map { line, since in
      defer { before = since }
      return (line, (before, since))
    }
  }
}

extension CutPlaces {
  package init(of line: DispatchedLine) {
    self.init(of: line.action, told: line.cut, isOpaque: line.opaque)
  }

  fileprivate init(of action: JSONValue, told: [String]?, isOpaque: Bool) {
    if let told {
      self.init(told, in: action)
    } else {
      self = isOpaque ? CutPlaces(searching: [.root], in: action) : CutPlaces()
    }
  }
}
