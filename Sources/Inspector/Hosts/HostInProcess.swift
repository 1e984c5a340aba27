public import SessionFormat

/// A reducer host in this very process, for test targets and for systems without child processes.
///
/// It speaks the lines of the host protocol without streams. What the reducer does it does to this
/// process: a trap ends it, and a hang hangs it. So a crash that a session recorded is not replayed.
/// Not thread-safe.
public final class HostInProcess: HostConnection {
  /// Makes a host that answers through the given function, and returns what handles a line: false
  /// where the session is of another store.
  ///
  /// With `Recorder` it is `{ host.machine(answer: $0).handle }`.
  public typealias Machine =
    (_ answer: @escaping (JSONValue) -> Void) -> (SessionLine) -> Bool

  /// What messages call it.
  public let name: String
  /// False: it is this process.
  public var isSeparate: Bool { false }
  private let answers = Answers()
  private let handle: (SessionLine) -> Bool

  /// A host of this process.
  ///
  /// - Parameters:
  ///   - name: What messages call it.
  ///   - machine: Makes it.
  public init(name: String, _ machine: Machine) {
    self.name = name
    handle = machine { [answers] in answers.queue.append($0) }
  }

  /// Handles the lines at once.
  public func send(_ lines: [UInt8]) throws(HostFailure) {
    for line in lines.split(separator: 0x0A) {
      let read = line.withUnsafeBufferPointer { line in
        Result { () throws(LineError) in
          try LineCoding.line(line, crc: .either, isChecked: false).line
        }
      }
      do throws(LineError) { _ = handle(try read.get()) } catch {
        throw .nonsense(
          command: name, line: String(decoding: line.prefix(80), as: UTF8.self),
          reason: error.description)
      }
    }
  }

  /// The next answer; without one the host did not do as the protocol asks.
  public func receive(isNew: Bool) throws(HostFailure) -> [UInt8] {
    guard let document = answers.next() else {
      throw .nonsense(command: name, line: "nothing", reason: "an answer was due")
    }
    return LineCoding.bytes(of: document, crc: false).dropLast()
  }

  /// Does nothing: what the host holds goes with it.
  public func close() {}

  /// Answers that wait to be received, in their order.
  private final class Answers {
    var queue: [JSONValue] = []
    private var taken = 0

    func next() -> JSONValue? {
      guard taken < queue.count else { return nil }
      defer {
        taken += 1
        if taken == queue.count {
          queue.removeAll(keepingCapacity: true)
          taken = 0
        }
      }
      return queue[taken]
    }
  }
}
