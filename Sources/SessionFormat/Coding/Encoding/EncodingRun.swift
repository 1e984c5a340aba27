/// One encoding of one value, straight into bytes.
///
/// The text grows at its end, and writes go to the innermost open frame. `Codable` allows writing
/// to two open containers in turn. If a container is written to while one inside it is still open,
/// the inner one is detached into its own run (``detach(above:)``).
final class EncodingRun {
  let state: UnsafeMutablePointer<EncodingState>
  let direct: DirectTypes
  /// The containers to reuse; nil in a run for a detached container.
  let kept: KeptContainers<EncodingRun>?
  /// The path to where this run begins.
  private(set) var basePath: [any CodingKey] = []

  init(
    limit: Int = ValueEncoder.depthLimit, direct: DirectTypes = DirectTypes(),
    isDetached: Bool = false
  ) {
    self.direct = direct
    kept = isDetached ? nil : KeptContainers()
    state = .allocate(capacity: 1)
    state.initialize(to: EncodingState(limit: limit, isDetached: isDetached))
  }

  deinit {
    state.pointee.free()
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// Takes over the frame at the top of another run, which then pops it.
  convenience init(detaching frame: EncodingFrame, of run: EncodingRun, depth: Int) {
    self.init(limit: run.state.pointee.limit, direct: run.direct, isDetached: true)
    state.pointee.baseDepth = depth
    state.pointee.stack = StackGuard(depth: run.state.pointee.stack.depth)
    basePath = run.path(to: depth - run.state.pointee.baseDepth)
    let from = run.state
    let shift = frame.start
    state.pointee.text.append(
      from.pointee.text.bytes + shift, from.pointee.text.count - shift)
    state.pointee.opaque = from.pointee.opaque[frame.opaque...].map { $0 - shift }
    from.pointee.opaque.removeSubrange(frame.opaque...)
    state.pointee.holes = from.pointee.holes[frame.holes...].map {
      EncodingHole(offset: $0.offset - shift, id: $0.id, run: $0.run)
    }
    from.pointee.holes.removeSubrange(frame.holes...)
    var frame = frame
    (frame.start, frame.marks, frame.names, frame.holes, frame.opaque) = (0, 0, 0, 0, 0)
    frame.mustScan = true
    state.pointee.frames.initialize(to: frame)
    state.pointee.top = 0
    state.pointee.topID = frame.id
    state.pointee.lastID = frame.id
  }

  /// Whether nobody kept a container of the value that has ended.
  ///
  /// Otherwise the run belongs to them: a kept container must never write into another value's text.
  static func isFree(_ run: inout EncodingRun) -> Bool {
    run.kept?.leaveEscaped(run) != true && isKnownUniquelyReferenced(&run)
  }

  /// Prepares the run for another value.
  func restart(limit: Int) {
    state.pointee.limit = limit
    state.pointee.stack = StackGuard()
    state.pointee.text.shrink(to: 1 << 20)
    state.pointee.scratch.shrink(to: 1 << 16)
    state.pointee.marks.shrink()
    state.pointee.names.shrink()
    state.pointee.top = -1
    state.pointee.topID = 0
    state.pointee.isAskedForPath = false
    if !state.pointee.opaque.isEmpty { state.pointee.opaque = [] }
    if !state.pointee.holes.isEmpty { state.pointee.holes = [] }
    if !state.pointee.detached.isEmpty { state.pointee.detached = [:] }
  }
}

// MARK: - Frames

extension EncodingRun {
  @inline(__always)
  func depth(of frame: Int) -> Int { state.pointee.baseDepth &+ frame }

  /// Opens the place of a value at the end of the text; returns its id.
  @inline(__always)
  func beginFrame(isValue: Bool) -> Int {
    if state.pointee.top &+ 1 == state.pointee.frameCapacity { state.pointee.growFrames() }
    state.pointee.top &+= 1
    state.pointee.lastID &+= 1
    let id = state.pointee.lastID
    (state.pointee.frames + state.pointee.top).initialize(
      to: EncodingFrame(
        id: id, start: state.pointee.text.count, marks: state.pointee.marks.count,
        names: state.pointee.names.count, holes: state.pointee.holes.count,
        opaque: state.pointee.opaque.count,
        isValue: isValue))
    state.pointee.topID = id
    return id
  }

  /// Removes the innermost frame from the stack; its text is complete.
  @inline(__always)
  func popFrame() {
    let frame = state.pointee.frames + state.pointee.top
    state.pointee.marks.count = frame.pointee.marks
    state.pointee.names.count = frame.pointee.names
    state.pointee.top &-= 1
    state.pointee.topID = state.pointee.top < 0 ? 0 : state.pointee.frames[state.pointee.top].id
  }

  /// Ends all frames from the innermost down to the one at that index.
  @inline(__always)
  func endFrames(downTo index: Int) {
    while state.pointee.top >= index { endFrame() }
  }

  private func endFrame() {
    let frame = state.pointee.frames + state.pointee.top
    if state.pointee.holes.count > frame.pointee.holes { fillHoles(of: frame) }
    if frame.pointee.content != .value {
      if depth(of: state.pointee.top) >= state.pointee.limit {
        setTooDeep(state.pointee.limit)
      } else {
        close(frame)
      }
    }
    popFrame()
  }

  @inline(__always)
  private func close(_ frame: UnsafeMutablePointer<EncodingFrame>) {
    switch frame.pointee.content {
    case .value: break
    // A type that encodes nothing is written as an empty object, which its decoder expects.
    case .empty: state.pointee.text.append("{}")
    case .array:
      if frame.pointee.order != .asEncoded { putInFileOrder(frame) }
      state.pointee.text.append(UInt8(ascii: "]"))
    case .object:
      if frame.pointee.order != .asEncoded {
        putInFileOrder(frame)
      } else if frame.pointee.mayRepeat || frame.pointee.mustScan {
        dropRepeatedNames(frame)
      }
      state.pointee.text.append(UInt8(ascii: "}"))
    }
  }

  /// Discards what the innermost frame holds.
  func clearTop() {
    let frame = state.pointee.frames + state.pointee.top
    state.pointee.text.truncate(to: frame.pointee.start)
    state.pointee.marks.count = frame.pointee.marks
    state.pointee.names.count = frame.pointee.names
    if state.pointee.opaque.count > frame.pointee.opaque {
      state.pointee.opaque.removeSubrange(frame.pointee.opaque...)
    }
    if state.pointee.holes.count > frame.pointee.holes {
      state.pointee.holes.removeSubrange(frame.pointee.holes...)
    }
    frame.pointee.count = 0
    frame.pointee.bloom = 0
    frame.pointee.content = .empty
    frame.pointee.mayRepeat = false
    frame.pointee.hasEscapedName = false
    frame.pointee.mustScan = false
  }

  /// Replaces the innermost frame's value with the text for values that are nested too deep.
  func setTooDeep(_ levels: Int) {
    clearTop()
    state.pointee.frames[state.pointee.top].content = .value
    appendTooDeep(levels)
  }

  /// Writes the text that replaces a value nested deeper than `levels` levels.
  func appendTooDeep(_ levels: Int) {
    state.pointee.opaque.append(state.pointee.text.count)
    state.pointee.text.append(quoted: RenderedText.tooDeep(levels))
  }

  /// Makes the innermost frame an array or object; the same request again changes nothing.
  @inline(__always)
  func become(_ content: EncodedContent) {
    let frame = state.pointee.frames + state.pointee.top
    if frame.pointee.content == content { return }
    if frame.pointee.content != .empty { clearTop() }
    frame.pointee.content = content
    state.pointee.text.append(
      content == .array ? UInt8(ascii: "[") : UInt8(ascii: "{"))
  }
}

// MARK: - Finding frames again

extension EncodingRun {
  /// The run in which that frame is innermost, after detaching the frames inside it if necessary.
  ///
  /// Nil if the value that the frame belonged to has ended.
  func reach(_ id: Int) -> EncodingRun? {
    if state.pointee.topID == id { return self }
    if let run = state.pointee.detached[id] { return run.reach(id) }
    guard let index = openFrame(id) else { return nil }
    detach(above: index)
    return self
  }

  /// Like ``reach(_:)``, but discards the frames that are open inside it.
  func reachAlone(_ id: Int) -> EncodingRun? {
    if state.pointee.topID == id { return self }
    if let run = state.pointee.detached[id] { return run.reachAlone(id) }
    guard let index = openFrame(id) else { return nil }
    while state.pointee.top > index { popFrame() }
    return self
  }

  /// The index of an open frame, unless a value is encoding itself inside it.
  private func openFrame(_ id: Int) -> Int? {
    var index = state.pointee.top
    while index >= 0 {
      if state.pointee.frames[index].id == id { return index }
      if state.pointee.frames[index].isValue { return nil }
      index -= 1
    }
    return nil
  }

  /// The path of the frame with that id.
  func path(of id: Int) -> [any CodingKey] {
    state.pointee.isAskedForPath = true
    if let run = state.pointee.detached[id] { return run.path(of: id) }
    var index = state.pointee.top
    while index >= 0, state.pointee.frames[index].id != id { index -= 1 }
    return index < 0 ? [] : path(to: index)
  }

  /// The path of the frame at that index, read from the names in the text.
  func path(to index: Int) -> [any CodingKey] {
    var path = basePath
    for parent in 0..<max(index, 0) {
      let frame = state.pointee.frames[parent]
      if frame.content == .object {
        path.append(TextKey(state.pointee.text.quoted(at: frame.lastName)))
      } else {
        path.append(IndexKey(frame.count - 1))
      }
    }
    return path
  }

  /// Moves the frames above that one into their own runs, the innermost first.
  private func detach(above index: Int) {
    while state.pointee.top > index {
      let frame = state.pointee.frames[state.pointee.top]
      let run = EncodingRun(detaching: frame, of: self, depth: depth(of: state.pointee.top))
      state.pointee.text.truncate(to: frame.start)
      state.pointee.holes.append(EncodingHole(offset: frame.start, id: frame.id, run: run))
      state.pointee.detached[frame.id] = run
      popFrame()
    }
  }

  /// Closes detached containers and inserts their texts where they belong.
  private func fillHoles(of frame: UnsafeMutablePointer<EncodingFrame>) {
    let mine = state.pointee.holes[frame.pointee.holes...]
    var filled = ByteBuffer(capacity: state.pointee.text.count - frame.pointee.start + 64)
    defer { filled.free() }
    var (places, pending) = ([Int](), state.pointee.opaque[frame.pointee.opaque...])
    var from = frame.pointee.start
    for hole in mine {
      let shift = frame.pointee.start + filled.count - from
      while let place = pending.first, place < hole.offset {
        places.append(place + shift)
        pending.removeFirst()
      }
      filled.append(state.pointee.text.bytes + from, hole.offset - from)
      hole.run.endFrames(downTo: 0)
      if hole.run.state.pointee.isAskedForPath { state.pointee.isAskedForPath = true }
      let start = frame.pointee.start + filled.count
      places += hole.run.state.pointee.opaque.map { $0 + start }
      filled.append(hole.run.state.pointee.text.bytes, hole.run.state.pointee.text.count)
      from = hole.offset
      state.pointee.detached[hole.id] = nil
    }
    let shift = frame.pointee.start + filled.count - from
    places += pending.map { $0 + shift }
    filled.append(state.pointee.text.bytes + from, state.pointee.text.count - from)
    state.pointee.text.replace(from: frame.pointee.start, with: filled)
    state.pointee.opaque.replaceSubrange(frame.pointee.opaque..., with: places)
    state.pointee.holes.removeSubrange(frame.pointee.holes...)
    frame.pointee.mustScan = true
  }
}
