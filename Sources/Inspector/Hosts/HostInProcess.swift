public import SessionFormat

/// A reducer host in this process, for test targets and for systems without child processes.
///
/// It exchanges the lines of the host protocol without streams. The reducer runs in this process:
/// if it traps or hangs, this process does too. So a recorded crash is not replayed. Not
/// thread-safe.
public final class HostInProcess: HostConnection {
  /// Makes a host that answers through the given function, and returns the function that handles a
  /// line: false if the session is of another store.
  ///
  /// With `Recorder` it is `{ host.machine(answer: $0).handle }`.
  public typealias Machine =
    (_ answer: @escaping (JSONValue) -> Void) -> (SessionLine) -> Bool

  /// Its name in messages.
  public let name: String
  /// False: it runs in this process.
  public var runsInOwnProcess: Bool { false }
  private let answers = Answers()
  private let handle: (SessionLine) -> Bool

  /// A host in this process.
  ///
  /// - Parameters:
  ///   - name: Its name in messages.
  ///   - machine: Makes it.
  public init(name: String, _ machine: Machine) {
    self.name = name
    handle = machine { [answers] in answers.queue.append($0) }
  }

  /// Handles the lines at once.
  public func send(_ lines: [UInt8]) throws(HostFailure) {
    for line in lines.split(separator: 0x0A) {
      do throws(LineError) { _ = handle(try LineCoding.line(line, isChecked: false)) } catch {
        throw .nonsense(
          command: name, line: String(decoding: line.prefix(80), as: UTF8.self),
          reason: error.description)
      }
    }
  }

  /// The next answer; throws if there is none, because the protocol requires one.
  public func receive(isNew: Bool) throws(HostFailure) -> [UInt8] {
    guard let document = answers.next() else {
      throw .nonsense(command: name, line: "nothing", reason: "an answer was expected")
    }
    var line = LineCoding.bytes(of: document, crc: false)
    line.removeLast()
    return line
  }

  /// Does nothing: the host's states are freed with it.
  public func close() {}

  /// Answers to be received, in order.
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
