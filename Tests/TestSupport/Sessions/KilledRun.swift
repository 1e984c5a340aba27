public import Foundation

/// A run of the disturbed app that ended by SIGKILL at a moment that it could not foresee.
public struct KilledRun: Sendable {
  /// The last action that was done.
  public let done: Int
  /// The last action whose reducer had begun.
  public let begun: Int
  /// What it reported about the session before, word by word; nil if nothing.
  public let unfinished: [String]?
  /// How it ended.
  public let status: ExitStatus

  /// Runs the app and kills it.
  ///
  /// - Parameters:
  ///   - arguments: The work of the app; an option to report its actions is added.
  ///   - seconds: When it is killed, counted from its start or from its first action.
  ///   - isFromStart: Whether from its start.
  public static func run(
    _ executable: URL, _ arguments: [String], after seconds: Double, isFromStart: Bool
  ) throws -> KilledRun {
    let (output, end) = try Descriptor.pipe()
    let child = try ChildProcess(
      executable.path, arguments + ["acknowledge=1", "steps=100000000"],
      environment: ProcessRun.plainEnvironment, place: .group
    ) { files in
      files.copy(end.descriptor, to: 1)
    }
    end.close()
    var told: [UInt8] = []
    let begin = Deadline(seconds: isFromStart ? seconds : 60)
    if !isFromStart { Descriptor.wait(reading: [output], writing: [], seconds: 60) }
    let deadline = isFromStart ? begin : Deadline(seconds: seconds)
    while !deadline.hasPassed {
      // The output must be taken, or the app waits for its reader.
      Descriptor.wait(reading: [output], writing: [], seconds: min(0.001, deadline.secondsLeft))
      output.makeNonBlocking()
      _ = output.read(into: &told)
    }
    let early = child.poll()
    if early == nil { child.kill() }
    while case .bytes = output.read(into: &told) {}
    return KilledRun(told, early ?? .signaled(Int(SIGKILL)))
  }

  private init(_ told: [UInt8], _ status: ExitStatus) {
    self.status = status
    var (done, begun) = (0, 0)
    var unfinished: [String]?
    for line in told.split(separator: 0x0A) {
      let words = String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init)
      switch words.first {
      case "done": done = words.last.flatMap { Int($0) } ?? done
      case "begun": begun = words.last.flatMap { Int($0) } ?? begun
      case "unfinished": unfinished = Array(words.dropFirst())
      default: break
      }
    }
    (self.done, self.begun, self.unfinished) = (done, begun, unfinished)
  }

  /// What its session lacks or has too much of, in words; empty if every promise was kept.
  public func faults<Judge>(_ oracle: SegmentOracle<Judge>) -> [String] {
    var faults = oracle.faults
    let lostActions = lost(upTo: max(begun, done), oracle.actions, from: oracle)
    let lostStates = lost(upTo: done, oracle.states, from: oracle)
    if lostActions > 0 { faults.append("\(lostActions) actions lost of \(max(begun, done))") }
    if lostStates > 0 { faults.append("\(lostStates) states lost of \(done)") }
    if oracle.torn > 1 { faults.append("\(oracle.torn) torn lines") }
    if oracle.isClosed { faults.append("it has an end") }
    if !oracle.gaps.isEmpty { faults.append("\(oracle.gaps.count) gaps") }
    return faults
  }

  private func lost<Judge>(
    upTo last: Int, _ found: Set<Int>, from oracle: SegmentOracle<Judge>
  ) -> Int {
    // Lines of segments that were removed to make room are not lost.
    stride(from: oracle.firstState + 1, through: last, by: 1).count { !found.contains($0) }
  }
}
