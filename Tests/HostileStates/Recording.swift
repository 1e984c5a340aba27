import Foundation
import Recorder

/// A run of a specimen: where its session goes, and by which hook.
struct Recording: Sendable {
  let name: String
  let path: String
  let isWrapped: Bool

  /// Records the steps, and compares what is in the file with what ought to be there.
  func run<State: SendableMetatype, Action: SendableMetatype>(
    _ traits: Traits, _ initial: @escaping @Sendable () -> State,
    _ make: @escaping @Sendable (Move) -> Action,
    truth: @escaping @Sendable (State) -> String?,
    _ meanwhile: @escaping @Sendable (inout State, Move) -> Void,
    _ reduce: @escaping @Sendable (inout State, Action) throws -> Void
  ) -> Report {
    let report = Lock(Report(name: name, unordered: traits.unordered, pairs: traits.pairs))
    let body: @Sendable () -> Void = {
      let done = record(traits, initial, make, truth, meanwhile, reduce)
      report.with { $0 = done }
    }
    if let stack = traits.stack { PaintedThread(size: stack).run(body) } else { body() }
    return report.with { $0 }
  }

  private func record<State: SendableMetatype, Action: SendableMetatype>(
    _ traits: Traits, _ initial: () -> State, _ make: (Move) -> Action,
    _ truth: (State) -> String?, _ meanwhile: (inout State, Move) -> Void,
    _ reduce: @escaping @Sendable (inout State, Action) throws -> Void
  ) -> Report {
    var report = Report(name: name, unordered: traits.unordered, pairs: traits.pairs)
    let troubles = Lock<[String]>([])
    let options = RecorderOptions(onError: { error in
      troubles.with { if !$0.contains("\(error)") { $0.append("\(error)") } }
    })
    guard let recorder = try? SessionRecorder(path: path, store: "hostile", options: options) else {
      report.troubles = ["the file cannot be made"]
      return report
    }
    let inner = Lock(Instant())
    let timed: @Sendable (inout State, Action) throws -> Void = { state, action in
      let before = Instant.now
      defer { inner.with { $0 = Instant.now - before } }
      try reduce(&state, action)
    }
    let wrapped = recorder.reducer(timed)
    var state = initial()
    var truths = [truth(state)]
    var ticks = [(state as? any Ticking)?.tick]
    for move in Move.all(traits.steps) {
      let action = make(move)
      let before = Instant.now
      if isWrapped {
        try? wrapped(&state, action)
      } else {
        try? recorder.step(action, into: &state) { try timed(&$0, action) }
      }
      report.times.append(Instant.now - before - inner.with { $0 })
      truths.append(truth(state))
      ticks.append(traits.ticks ? (state as? any Ticking)?.tick : nil)
      meanwhile(&state, move)
    }
    recorder.close()
    write(truths)
    report.troubles = troubles.with { $0 }
    report.notices = Notices.all
    report.compare(RecordedStates(path: path), with: truths, ticks: ticks)
    return report
  }

  private func write(_ truths: [String?]) {
    let text = truths.map { ($0 ?? "null") + "\n" }.joined()
    _ = FileManager.default.createFile(atPath: path + ".truth", contents: Data(text.utf8))
  }
}

/// A time by the clock on the wall, and by the processor of this thread, in nanoseconds.
struct Instant: Sendable {
  var wall = 0
  var processor = 0

  static var now: Instant {
    Instant(wall: read(CLOCK_MONOTONIC), processor: read(CLOCK_THREAD_CPUTIME_ID))
  }

  static func - (left: Instant, right: Instant) -> Instant {
    Instant(wall: left.wall - right.wall, processor: left.processor - right.processor)
  }

  private static func read(_ clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}

extension Truth {
  /// The line of a state; nil where nothing is known.
  func line<State>(of state: State, encode: (State) -> String?) -> String? {
    switch self {
    case .encoder: encode(state)
    case .rendering: Self.rendered(state)
    case .none: nil
    }
  }

  /// The state as `JSONEncoder` encodes it.
  static func encoded<State: Encodable>(_ state: State) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return (try? encoder.encode(state)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The line of the state as a recorder writes it that has seen no other.
  private static func rendered<State>(_ state: State) -> String? {
    let session = MemorySession()
    var options = RecorderOptions(onError: { _ in })
    options.roundTripChecks = .none
    let recorder = SessionRecorder(into: session, store: "truth", options: options)
    var copy = state
    recorder.step(Tally(), into: &copy) { _ in }
    recorder.close()
    return session.lines.first { $0.hasPrefix(#"{"kind":"state","n":0,"#) }
  }
}
