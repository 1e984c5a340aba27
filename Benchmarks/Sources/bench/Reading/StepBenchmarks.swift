import Foundation
import Inspector
import SessionFormat

// The cost of stepping to any state, once the session was read through.

let stepBenchmarks = [
  step("read/step-84KB", size: 1 << 30, items: 400),
  step("read/step-10MB", size: 192 << 20, items: 45_000),
  indexBenchmark,
]

/// Steps to states drawn with a fixed seed, after one pass forward.
///
/// The rival makes the same states from the nearest whole one and every patch since.
private func step(_ name: String, size: Int, items: Int) -> Benchmark {
  let gauge = MemoryGauge()
  return Benchmark(
    name: name, rival: "every patch since the nearest keyframe", unit: .milliseconds,
    samples: 2000, gauge: gauge
  ) {
    let scratch = try Scratch()
    let path = scratch.path("session.ndjson")
    _ = try GeneratedSession(size: size, items: items).write(to: path)
    gauge.start()
    let session = try Session(path: path)
    for n in session.first...session.last { _ = try session.state(n) }
    var draws = SeededDraws(seed: 1)
    let ours = {
      try withExtendedLifetime(scratch) {
        try session.state(draws.next(session.first...session.last)).textSize
      }
    }
    let plain = try PlainStates(path)
    var theirDraws = SeededDraws(seed: 1)
    return (ours, { try plain.state(theirDraws.next(session.first...session.last)).textSize })
  }
}

/// The memory of the index of a session of 1 GB, per line.
private let indexBenchmark: Benchmark = {
  let gauge = MemoryGauge()
  return Benchmark(
    name: "read/index", rival: "count of line feeds by memchr", unit: .milliseconds, samples: 1,
    gauge: gauge
  ) {
    let scratch = try Scratch()
    let path = scratch.path("large.ndjson")
    _ = try GeneratedSession(size: 1 << 30, items: 200).write(to: path)
    gauge.start(lines: try lineFeeds(path))
    let held = Held<Session>()
    let ours = {
      try withExtendedLifetime(scratch) {
        held.value = nil
        let session = try Session(path: path)
        held.value = session
        return session.last
      }
    }
    return (ours, { try lineFeeds(path) })
  }
}()

/// Keeps the result of a run until the next, so that its memory can be measured.
private final class Held<Value> {
  var value: Value?
}

/// Random draws that are the same in every run (SplitMix64).
private struct SeededDraws {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next(_ range: ClosedRange<Int>) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return range.lowerBound + Int((z ^ (z >> 31)) % UInt64(range.count))
  }
}

/// Makes the states of a session from its lines alone.
private struct PlainStates {
  private let data: Data
  /// The offsets of the lines of whole states, by the number of the state.
  private var wholes: [(n: Int, start: Int)] = []

  init(_ path: String) throws {
    data = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
    var start = 0
    while start < data.count {
      let front = String(decoding: data[start..<min(start + 60, data.count)], as: UTF8.self)
      if front.hasPrefix(#"{"kind":"keyframe""#) || front.contains(#","state":"#),
        let n = front.split(separator: ",").dropFirst().first?.split(separator: ":").last
      {
        wholes.append((Int(n) ?? 0, start))
      }
      start = end(of: start) + 1
    }
  }

  func state(_ n: Int) throws -> JSONValue {
    guard let whole = wholes.last(where: { $0.n <= n }) else { throw CocoaError(.fileNoSuchFile) }
    var (state, start) = (JSONValue.null, whole.start)
    var reached = -1
    while reached < n || reached < 0 {
      let end = end(of: start)
      switch try line(start..<end) {
      case .keyframe(let line): (state, reached) = (line.state, line.n)
      case .state(let line): (state, reached) = (try line.content.state(after: state), line.n)
      default: break
      }
      start = end + 1
    }
    return state
  }

  private func line(_ range: Range<Int>) throws -> SessionLine {
    try data.withUnsafeBytes {
      try LineCoding.line(
        $0.bindMemory(to: UInt8.self).extracting(range), crc: .required
      ).line
    }
  }

  private func end(of start: Int) -> Int {
    data.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let feed = memchr(base + start, 10, bytes.count - start)
      else { return bytes.count }
      return UnsafeRawPointer(feed) - base
    }
  }
}
