import SessionFormat

// The cuts of states whose lines do not name them, found by the texts for omitted values. A session
// may have thousands of them, so they are not searched again at each step.

extension Session {
  /// The cut places of state `n` as its action left it.
  ///
  /// Complexity: O(size of the patch) directly after the step of the last request, if the patch
  /// stays away from all places; else O(size).
  func searchedCuts(
    _ n: Int, _ line: StateLine, _ state: JSONValue
  ) throws(InspectorError) -> CutPlaces {
    if let known = searchedCutsMemo.value(of: n) as? CutPlaces { return known }
    let opaque = try opaquePlaces(n)
    if opaque.isEmpty { return CutPlaces() }
    let cuts = try cutsLeft(by: line, state) ?? CutPlaces(searching: opaque, in: state)
    searchedCutsMemo.keep(cuts, of: n)
    return cuts
  }

  /// The places of the state before, if nothing since can have changed them.
  private func cutsLeft(
    by line: StateLine, _ state: JSONValue
  ) throws(InspectorError) -> CutPlaces? {
    let before = line.n - 1
    guard case .patch(let patch) = line.content, line.opaque == nil,
      let cuts = searchedCutsMemo.value(of: before) as? CutPlaces,
      try outsides(before).isEmpty
    else { return nil }
    return cuts.stay(behind: patch, in: state) ? cuts : nil
  }
}

extension CutPlaces {
  /// Whether a patch keeps the places; false if it may change them.
  ///
  /// - Parameter state: The state after the patch.
  fileprivate func stay(behind patch: JSONPatch, in state: JSONValue) -> Bool {
    patch.operations.allSatisfy { operation in
      switch operation {
      case .test: true
      case .move, .copy, .splice: false
      case .replace(let path, let value):
        knowledge(of: path, in: state) == .known && !RenderedText.looksCut(value)
      case .add(let path, let value):
        isMember(path, of: state) && !RenderedText.looksCut(value)
      case .remove(let path): isMember(path, of: state)
      }
    }
  }

  /// Whether a place is that of a member, away from the cuts; an element would shift others.
  private func isMember(_ path: JSONPointer, of state: JSONValue) -> Bool {
    path.parent.value(in: state)?.object != nil && knowledge(of: path, in: state) == .known
      && path.tokens.last?.hasSameBytes(as: Self.more) == false
  }
}
