import SessionFormat

// Continuing a session: in a new segment, after a fault, after a pause.

extension Recording {
  /// Adds to the header what only a hook knows.
  mutating func name(
    hook: SessionHeader.Hook, types: (state: Any.Type, action: Any.Type), fingerprint: String?
  ) {
    header.hook = hook
    header.stateType = TypeName.of(types.state)
    header.actionType = TypeName.of(types.action)
    header.fingerprint = fingerprint.map(JSONValue.string)
  }

  /// Leaves a segment; the session goes on in the next.
  mutating func leaveSegment(_ change: SegmentChange) {
    var interruption = Interruption(reason: "steps overlapped without end", needsSegment: true)
    switch change {
    case .unfit(let fault), .lost(let fault): faults.add(fault)
    case .full, .splices: break
    }
    if case .lost(let fault) = change {
      interruption.reason = fault.reason
      countLost(&interruption)
      sink.closeSegment()
    } else {
      let end = SessionLine.end(EndLine(n: lastAction, t: t()))
      sink.leaveSegment(end: LineCoding.bytes(of: end.document))
    }
    interrupted(interruption)
  }

  /// Counts what a removed or cut file no longer has.
  mutating func countLost(_ interruption: inout Interruption) {
    let remains = sink.remains()
    interruption.lost = lastAction - max(remains.action ?? segmentStart, segmentStart)
    lastState = max(remains.state ?? segmentStart, segmentStart)
  }

  /// Continues with a whole state, after counting what was lost.
  ///
  /// - Parameters:
  ///   - n: The number of that state.
  ///   - state: The store's state now.
  /// - Returns: Whether lines are written again.
  mutating func takeUp(n: Int, _ state: Snapshot) -> Bool {
    guard let interruption, interruption.isDue({ now() }) else { return false }
    // A written state stays as it was: what changed since then came from outside.
    let first = n == lastState ? written ?? state : state
    if interruption.needsSegment { announceSplices(for: first) }
    guard interruption.needsSegment || n != lastState else {
      resumed()  // no action was dispatched while the session was paused
      writeWaitingLines()
      return true
    }
    var told = interruption
    do {
      try open(n, &told)
      var line = StateLine(n: n, content: .whole(.null))
      line.opaque = first.opaqueMember(isWhole: true, stated: [])
      line.cut = first.cutMember
      try append(.state(line), first.text)
    } catch { return putOff(n, state, told: told, error) }
    if told.told != interruption.told {
      faults.add(.gap(n: n, lost: interruption.lost, reason: interruption.reason))
    }
    if interruption.needsSegment {
      sink.segmentStands()
      segment += 1
      segmentStart = n
    }
    resumed()
    lastState = n
    writtenOpaque = first.opaque
    (states, written) = (StateWriter(first: first.text), first)
    states?.takesSplices = header.hasSplices
    faults.add(of: first)
    writeWaitingLines()
    return true
  }

  /// Lets the patches of the next segments have splices, if a state has strings for them.
  private mutating func announceSplices(for first: Snapshot) {
    guard !header.hasSplices, options.snapshots == .delta else { return }
    header.hasSplices =
      spliceSearch.hasFound || first.text.hasString(of: TextSplice.leastText)
  }

  /// Waits, or tries the next segment, because the session could not go on.
  ///
  /// - Parameter told: The interruption, with what the written lines have counted.
  private mutating func putOff(
    _ n: Int, _ state: Snapshot, told: Interruption, _ error: RecorderError
  ) -> Bool {
    faults.add(error)
    // What follows a pause can just as well be in the next segment.
    if !told.needsSegment {
      sink.closeSegment()
      interruption = told
      interruption?.needsSegment = true
      return takeUp(n: n, state)
    }
    // A gap that was removed again has counted nothing.
    if !sink.discardSegment() { interruption = told }
    if interruption?.reason.isEmpty == true { interruption?.reason = error.reason }
    let now = now()
    interruption?.putOff(at: now)
    return false
  }

  /// Writes the lines before the state that a session goes on with.
  private mutating func open(
    _ n: Int, _ interruption: inout Interruption
  ) throws(RecorderError) {
    if interruption.needsSegment {
      try sink.beginSegment()
      var header = header
      if segment > 0 { header.id = options.environment.segmentID() }
      if segment > 0 || n > 0 { header.continues = SessionHeader.Origin(id: id, n: n) }
      try append(.session(header))
    }
    guard interruption.needsGap(before: n, written: lastState) else { return }
    // Readers refuse a gap of more actions, unless a segment begins with it.
    var reached = interruption.needsSegment ? n : lastState
    while n - reached > Self.longestGap {
      reached += Self.longestGap
      try gap(reached, lost: min(interruption.lost, Self.longestGap), &interruption)
    }
    try gap(n, lost: interruption.lost, &interruption)
  }

  private mutating func gap(
    _ n: Int, lost: Int, _ interruption: inout Interruption
  ) throws(RecorderError) {
    try append(.gap(GapLine(n: n, t: t(), lost: lost, reason: interruption.reason)))
    interruption.tell(upTo: n, lost: lost)
  }

  private static var longestGap: Int { 1_000_000 }

  private mutating func append(
    _ line: SessionLine, _ value: EncodedText? = nil
  ) throws(RecorderError) {
    try sink.append(bytes(of: line, value), isSoon: false)
  }

  private mutating func writeWaitingLines() {
    let lines = waitingLines
    waitingLines = []
    for line in lines { writeNow(line) }
  }

  // MARK: Pausing and ending

  /// Stops recording until the app resumes it; steps are counted.
  mutating func pause() {
    guard !isOver else { return }
    if interruption == nil {
      interrupted(Interruption(reason: "paused", needsSegment: false))
    }
    interruption?.isPaused = true
  }

  /// Lets the next step continue the session.
  mutating func resume() { interruption?.isPaused = false }

  /// Closes the session; nothing is recorded after that.
  mutating func end() {
    guard !isOver else { return }
    if let interruption { close(after: interruption) }
    if let interruption, interruption.lost > 0 {
      faults.add(.unrecorded(lost: interruption.lost, reason: interruption.reason))
    }
    writeWaitingLines()
    write(.end(EndLine(n: lastAction, t: t())))
    isOver = true
    sink.closeSegment()
  }

  /// Counts in the last segment what was not recorded until the end.
  private mutating func close(after interruption: Interruption) {
    // A session without any record gets no file, unless it has one already.
    if segment == 0, lastAction == 0, waitingLines.isEmpty, !sink.hasFile { return }
    var told = interruption
    do {
      try open(lastAction, &told)
      sink.segmentStands()
      resumed()
      if told.told != interruption.told {
        faults.add(.gap(n: lastAction, lost: interruption.lost, reason: interruption.reason))
      }
    } catch {
      faults.add(error)
      if told.needsSegment { _ = sink.discardSegment() }
    }
  }
}
