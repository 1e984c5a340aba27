import Foundation
import Recorder

// How deep steps go on a thread with a stack of 512 KB, with and without a recorder.

extension HostileStates {
  private struct Bare: Ticking {
    var tick = 0
    var block = Filled()
  }

  private struct Full: Encodable, Ticking {
    var tick = 0
    var block = Filled()
  }

  private struct Synthesized: Codable, Ticking {
    var tick = 0
    var name = "name"
    var values = [1, 2, 3]
  }

  static let stacks: [Specimen] = [
    stack("stack-64KB", { Brief() }) {
      $0.tick = $1.step
      $0.block.low.h.h.h.h += $1.amount
    },
    stack("stack-64KB-encoded-in-full", { Full() }) {
      $0.tick = $1.step
      $0.block.high.h.h.h.h += $1.amount
    },
    stack("stack-64KB-reflected", { Bare() }) {
      $0.tick = $1.step
      $0.block.low.h.h.h.h += $1.amount
    },
    // The same with more room, to see how much it takes.
    stack("stack-64KB-with-more-room", size: 8 << 20, { Brief() }) {
      $0.tick = $1.step
      $0.block.low.h.h.h.h += $1.amount
    },
    stack("stack-64KB-reflected-with-more-room", size: 8 << 20, { Bare() }) {
      $0.tick = $1.step
      $0.block.low.h.h.h.h += $1.amount
    },
    stack("stack-small-state", { Synthesized() }) {
      $0.tick = $1.step
      $0.values.append($1.amount)
    },
  ]

  /// A state that is in no thread's stack.
  private struct Place<State>: @unchecked Sendable {
    let state: UnsafeMutablePointer<State>

    init(_ initial: () -> State) {
      state = .allocate(capacity: 1)
      state.initialize(to: initial())
    }
  }

  /// The specimen runs three times on such a thread: without a recorder, encoded by `JSONEncoder`
  /// after each step if it can be, and with a recorder.
  private static func stack<State: Ticking & SendableMetatype>(
    _ name: String, size: Int = 512 << 10, _ initial: @escaping @Sendable () -> State,
    _ reduce: @escaping @Sendable (inout State, Move) -> Void
  ) -> Specimen {
    Specimen(name: name) { recording in
      let moves = Move.all(100)
      let bare = Place(initial)
      let bareDepth = PaintedThread(size: size).run {
        for move in moves { reduce(&bare.state.pointee, move) }
      }
      tell("\(name): a step goes \(bareDepth) bytes deep")
      let report = Lock(Report(name: name))
      let recorded = Place(initial)
      let recordedDepth = PaintedThread(size: size).run {
        report.with { $0 = steps(recorded, moves, recording, reduce) }
      }
      tell("\(name): with a recorder it goes \(recordedDepth) bytes deep")
      let encoded = Place(initial)
      let encodedDepth = PaintedThread(size: 16 << 20).run {
        let encoder = JSONEncoder()
        for move in moves {
          reduce(&encoded.state.pointee, move)
          if let state = encoded.state.pointee as? any Encodable { _ = try? encoder.encode(state) }
        }
      }
      return report.with {
        $0.stackBytesBeyond = recordedDepth - bareDepth
        $0.stackDepths = ["bare": bareDepth, "encoded": encodedDepth, "recorded": recordedDepth]
        $0.compare(
          RecordedStates(path: recording.path), with: Array(repeating: nil, count: 101),
          ticks: (0...100).map { $0 })
        return $0
      }
    }
  }

  private static func tell(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }

  private static func steps<State>(
    _ place: Place<State>, _ moves: [Move], _ recording: Recording,
    _ reduce: @escaping @Sendable (inout State, Move) -> Void
  ) -> Report {
    var report = Report(name: recording.name)
    let troubles = Lock<[String]>([])
    let options = RecorderOptions(onError: { error in troubles.with { $0.append("\(error)") } })
    let path = recording.path
    guard let recorder = try? SessionRecorder(path: path, store: "hostile", options: options)
    else { return report }
    for move in moves {
      let before = Instant.now
      recorder.step(move, into: &place.state.pointee) { reduce(&$0, move) }
      report.times.append(Instant.now - before)
    }
    recorder.close()
    report.troubles = troubles.with { $0 }
    return report
  }
}

/// A thread on a stack that was painted beforehand, so that it shows how deep the thread went.
struct PaintedThread {
  let size: Int
  private static let paint: UInt64 = 0xA5A5_A5A5_A5A5_A5A5

  /// Runs the body on such a thread, and waits for its end.
  ///
  /// - Returns: How many bytes of the stack were used; 0 if the thread could not be made.
  @discardableResult
  func run(_ body: @escaping @Sendable () -> Void) -> Int {
    let page = 1 << 16
    let memory = mmap(
      nil, size + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let memory, memory != MAP_FAILED else { return 0 }
    // The lowest page traps, so that a stack that overflows does not go on in other memory.
    mprotect(memory, page, PROT_NONE)
    let stack = memory + page
    let words = stack.bindMemory(to: UInt64.self, capacity: size / 8)
    for index in 0..<(size / 8) { words[index] = Self.paint }
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    defer { attributes.deallocate() }
    pthread_attr_init(attributes)
    pthread_attr_setstack(attributes, stack, size)
    var thread: pthread_t = 0
    let box = Unmanaged.passRetained(Body(body))
    let made = pthread_create(
      &thread, attributes,
      { argument in
        if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, box.toOpaque())
    guard made == 0 else { return 0 }
    pthread_join(thread, nil)
    let clean = (0..<(size / 8)).first { words[$0] != Self.paint } ?? size / 8
    munmap(memory, size + page)
    return size - clean * 8
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
