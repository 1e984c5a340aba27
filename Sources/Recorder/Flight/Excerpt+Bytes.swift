import SessionFormat

// Excerpts of a bounded size, found from the end of the session backwards.

extension Excerpt {
  /// A state with which an excerpt may begin.
  private struct Start {
    let n: Int
    /// The whole state of which it is made.
    let anchor: Anchor
    /// How many bytes that takes, and those of the lines after the state.
    let size: Int
  }

  /// How often a longer excerpt is tried when one turns out too long.
  private static let trials = 8

  /// Writes as much of the end as fits.
  func write(within limit: Int, to path: String) throws(RecorderError) {
    let bytes: [UInt8]?
    do throws(FileError) { bytes = try excerpt(within: limit) } catch {
      throw .cannotExport(path: path, reason: error.text)
    }
    guard let bytes else {
      let reason =
        lastAction == 0
        ? "no state is recorded yet" : "the last state does not fit into \(limit) bytes"
      throw .cannotExport(path: path, reason: reason)
    }
    try write(to: path) { (add) throws(FileError) in try add(bytes) }
  }

  /// The longest excerpt that fits, about; nil if none does.
  private func excerpt(within limit: Int) throws(FileError) -> [UInt8]? {
    var window = 2 * max(1, limit)
    let total = sources.reduce(0) { $0 + $1.end }
    var starts = try starts(within: window)
    while starts.isEmpty, window < total {
      window = window > total / 4 ? total : 4 * window
      starts = try self.starts(within: window)
    }
    // The header, the end, and a state that is longer than the one of which it is made.
    var most = limit - LineCoding.bytes(of: SessionLine.session(header).document).count - 512
    for _ in 0..<Self.trials {
      guard let start = starts.first(where: { $0.size <= most }) ?? starts.last else { return nil }
      var out: [UInt8] = []
      try write(from: start.anchor, start.n, to: { out += $0 })
      if out.count <= limit { return out }
      guard start.n != starts.last?.n else { return nil }
      most = min(most, start.size) - (out.count - limit)
    }
    return nil
  }

  /// The states of the last bytes that can be made of a whole one among them, in order.
  private func starts(within window: Int) throws(FileError) -> [Start] {
    var (first, skipped) = (sources.count, 0)
    var rest = window
    while first > 0, rest > 0 {
      first -= 1
      skipped = max(0, sources[first].end - rest)
      rest -= sources[first].end
    }
    var starts: [Start] = []
    var anchor: (place: Anchor, size: Int)?
    var newestAction = 0
    var left = sources[first...].reduce(-skipped) { $0 + $1.end }
    for place in sources.indices[first...] {
      var lines = LineStream(
        sources[place].file, files, from: place == first ? skipped : 0, to: sources[place].end)
      var offset = lines.place
      var isFirst = false
      while let line = try lines.next() {
        defer { offset = lines.place }
        left -= lines.place - offset
        guard let start = LineStart(line) else { continue }
        defer { isFirst = start.kind == "session" }
        guard let n = start.n else { continue }
        switch start.kind {
        case "action": newestAction = max(newestAction, n)
        case "state", "keyframe":
          let isState = start.kind == "state"
          if isState, !start.isWhole, Self.namesOpaque(line) {
            // What was only rendered before is not known.
            if let old = anchor, old.place.isKeyframe { (anchor, starts) = (nil, []) }
          }
          if start.isWhole, isState || opaque != nil {
            anchor = (
              Anchor(source: place, offset: offset, isKeyframe: !isState), line.count
            )
          }
          // If steps overlap, an action with a higher number may come before a state, also before
          // these bytes; a segment begins while no step is open.
          guard n == newestAction || isFirst, let anchor else { continue }
          starts.append(Start(n: n, anchor: anchor.place, size: anchor.size + left))
        default: break
        }
      }
    }
    return starts
  }

  /// Whether a line may name places that are only rendered; false is reliable for a recorder's line.
  private static func namesOpaque(_ line: [UInt8]) -> Bool {
    line.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return false }
      let name: StaticString = "\"opaque\""
      var at = 4
      while at + 4 < bytes.count,
        let found = Memory.first(UInt8(ascii: "q"), in: start + at, bytes.count - 4 - at)
      {
        if Memory.order(found - 4, name.utf8Start, name.utf8CodeUnitCount) == 0 { return true }
        at = UnsafeRawPointer(found) - UnsafeRawPointer(start) + 1
      }
      return false
    }
  }
}
