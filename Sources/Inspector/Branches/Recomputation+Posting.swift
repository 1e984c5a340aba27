import SessionFormat

// What a branch asks its host, ahead of the answers.

extension Recomputation {
  /// So many bytes are put together at once, as the host may wait for them; two actions at least.
  private static var mostPosted: Int { 1 << 15 }

  /// Keeps the host busy; sees what ends the branch here.
  mutating func post(upTo last: Int) throws(InspectorError) {
    if posted >= n, posted - n >= window / 2 { return }
    var bytes = 0
    while posted - n + 1 < window, bytes < Self.mostPosted || posted <= n,
      posted < last
    {
      let place = posted + 1
      guard let element = runs[place] else { return }
      if case .recorded(let origin) = element {
        let isLost = session.steps.actions[origin] == nil
        if isLost || (!host.isSeparate && fatal?.contains(origin) == true) {
          if place == n { stop = BranchStop(n: n, reason: isLost ? .lost : .spared) }
          return
        }
      }
      // With an action behind it, so that its answer never stays on its way; and one before it that is
      // not answered yet, as its state is looked for when that is.
      var key: String?
      if posted >= n, posted - border >= spacing {
        border = posted
        key = checkpoints.newKey(posted, of: plan, in: session)
      }
      // How a recorded action encodes is the verification's concern.
      bytes += try host.post(place, behind: key, isBrief: element.isRecorded) {
        out throws(InspectorError) in try addLines(of: element, place, to: &out)
      }
      if let key { held[posted] = key }
      posted = place
    }
  }

  /// Adds an action and its inputs, as the host gets them.
  func addLines(
    of element: PlaceRuns.Element, _ place: Int, to lines: inout [UInt8]
  ) throws(InspectorError) {
    switch element {
    case .recorded(let origin): try session.addLines(ofAction: origin, as: place, to: &lines)
    case .own(let own):
      lines += LineCoding.bytes(of: SessionLine.action(line(own, place)).document, crc: false)
    }
    if plan.drawn.isEmpty { return }
    for input in inputs(drawnBy: element, place) {
      lines += LineCoding.bytes(of: SessionLine.input(input).document, crc: false)
    }
  }

  func line(_ own: OwnAction, _ n: Int) -> ActionLine {
    var line = ActionLine(n: n, t: own.t, type: own.type, action: own.action)
    if own.replaces != n { line.was = own.replaces }
    line.isNew = true
    return line
  }

  func inputs(drawnBy element: PlaceRuns.Element, _ n: Int) -> [InputLine] {
    (plan.drawn[element.owner] ?? []).map { input in
      var input = input
      input.n = n
      return input
    }
  }
}
