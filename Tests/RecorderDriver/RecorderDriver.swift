import Foundation
import Recorder
import TestSupport

/// An app that does the same whatever befalls its recorder, for tests to disturb.
@main
struct RecorderDriver {
  static func main() {
    guard let settings = DriverSettings(CommandLine.arguments.dropFirst()) else {
      Acknowledgements.complain("usage: RecorderDriver name=value ...")
      exit(64)
    }
    let recorder = recorder(settings)
    if settings.threads > 1 {
      runThreads(recorder, settings)
    } else {
      run(recorder, settings)
    }
    recorder?.close()
  }

  /// A recorder; nil if it cannot be made, which the app outlives.
  private static func recorder(_ settings: DriverSettings) -> SessionRecorder? {
    var options = RecorderOptions()
    options.limits = settings.limits
    options.durability = settings.durability
    options.onError = { Acknowledgements.complain("\($0)") }
    options.onUncleanExit = { session in
      let open = session.openActions.map { String($0.n) }.joined(separator: ",")
      Acknowledgements.tell("unfinished \(session.paths.count) \(open)")
    }
    if let tick = settings.tick {
      let clock = TickingClock(UInt64(tick))
      options.environment.nanoseconds = { clock.now() }
    }
    guard let path = settings.path else {
      return SessionRecorder(in: .folder(settings.folder), store: "ledger", options: options)
    }
    do { return try SessionRecorder(path: path, store: "ledger", options: options) } catch {
      Acknowledgements.complain("\(error)")
      return nil
    }
  }

  private static func run(_ recorder: SessionRecorder?, _ settings: DriverSettings) {
    let store = LedgerStore(recorder, settings)
    var occupied: [Int32] = []
    if let size = settings.largestFile { SystemLimits.setLargestFile(size) }
    for index in stride(from: 1, through: settings.steps, by: 1) {
      if index == settings.descriptors { occupied = SystemLimits.occupyFiles() }
      if index == settings.until {
        SystemLimits.releaseFiles(occupied)
        SystemLimits.setLargestFile(nil)
      }
      if index == settings.fork { fork(recorder, settings) }
      store.post(Posting(thread: 0, index: index))
      if settings.pause > 0 { usleep(UInt32(settings.pause)) }
    }
    Acknowledgements.tell("result \(store.digest)")
  }

  private static func fork(_ recorder: SessionRecorder?, _ settings: DriverSettings) {
    // What the child does besides recording must need no type that another thread is just making.
    postAsChild(nil, settings)
    let isDone = SystemLimits.fork {
      postAsChild(recorder, settings)
      recorder?.mark("child")
      recorder?.flush()
      if recorder?.paths.isEmpty == false { _exit(1) }
      recorder?.close()
    }
    Acknowledgements.tell("child \(isDone ? "done" : "dead")")
  }

  private static func postAsChild(_ recorder: SessionRecorder?, _ settings: DriverSettings) {
    // Another thread may hold the lock of a store that is there already.
    let store = LedgerStore(recorder, settings)
    for index in 1...50 { store.post(Posting(thread: 1, index: index)) }
  }

  private static func runThreads(_ recorder: SessionRecorder?, _ settings: DriverSettings) {
    let shared = LedgerStore(recorder, settings)
    let group = DispatchGroup()
    for number in 1...settings.threads {
      group.enter()
      let store = settings.isBare ? LedgerStore(recorder, settings) : shared
      let thread = Thread {
        for index in 1...settings.steps { store.post(Posting(thread: number, index: index)) }
        group.leave()
      }
      thread.stackSize = 1 << 20
      thread.start()
    }
    if settings.fork != nil { fork(recorder, settings) }
    group.wait()
    Acknowledgements.tell("result \(settings.threads * settings.steps) postings")
  }
}

/// A clock that goes on whenever it is asked.
private final class TickingClock: @unchecked Sendable {
  private let lock = NSLock()
  private var time: UInt64 = 0
  private let tick: UInt64

  init(_ tick: UInt64) { self.tick = tick }

  func now() -> UInt64 {
    lock.withLock {
      time += tick
      return time
    }
  }
}
