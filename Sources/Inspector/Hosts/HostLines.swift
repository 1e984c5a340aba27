import SessionFormat

/// A host's answer to an action, line by line as written.
public struct HostLines: Equatable, Sendable {
  /// The action as the host encoded it; nil if the host does not return actions.
  public internal(set) var action: [UInt8]?
  /// Whether it reported that it has the action, by that line or by the number alone.
  public internal(set) var hasBegun = false
  /// The inputs that the reducer read.
  public internal(set) var inputs: [[UInt8]] = []
  /// The state line.
  public internal(set) var state: [UInt8] = []

  var isEmpty: Bool { !hasBegun && inputs.isEmpty && state.isEmpty }

  /// The lines in order, without line ends.
  public var all: [[UInt8]] { (action.map { [$0] } ?? []) + inputs + [state] }
}

/// Compares lines as bytes, in the form that this project's recorder and hosts write: equal bytes
/// mean equal values, but different bytes prove nothing.
enum VerbatimLine {
  private static let stateFront: StaticString = #"{"kind":"state","n":"#

  /// The kind of a host's line.
  enum Kind {
    /// An action, an input or a state, with its number if it can be read.
    case action(Int?)
    case input(Int?)
    case state(Int?)
    /// The brief answer that replaces the action, if that was requested.
    case began(Int)
    case other(HostReply)

    /// The number of its action; nil for errors too.
    var number: Int? {
      switch self {
      case .action(let n), .input(let n), .state(let n): n
      case .began(let n): n
      case .other: nil
      }
    }

    /// The number of the action that it reports the host to have; nil if it reports none.
    var begun: Int? {
      switch self {
      case .action(let n): n
      case .began(let n): n
      default: nil
      }
    }

    /// Whether it answers nothing, as far as this version knows.
    var isChatter: Bool { if case .other(.line(.unknown)) = self { true } else { false } }
  }

  /// The kind of a host's line, by its front or, in another layout, by its content.
  static func kind(
    of line: [UInt8], from host: @autoclosure () -> String
  ) throws(HostFailure) -> Kind {
    func n(behind front: StaticString) -> Int? {
      if let n = number(line, behind: front) { return n }
      guard case .line(let line)? = try? HostReply(line, from: "") else { return nil }
      return line.n
    }
    if begins(line, with: #"{"kind":"state","#) { return .state(n(behind: stateFront)) }
    if begins(line, with: #"{"kind":"action","#) {
      return .action(n(behind: #"{"kind":"action","n":"#))
    }
    if begins(line, with: #"{"kind":"input","#) {
      return .input(n(behind: #"{"kind":"input","n":"#))
    }
    if let n = number(line, behind: #"{"kind":"began","n":"#) { return .began(n) }
    return switch try HostReply(line, from: host()) {
    case .line(.action(let action)): .action(action.n)
    case .line(.input(let input)): .input(input.n)
    case .line(.state(let state)): .state(state.n)
    case .answer(.began(let n)): .began(n)
    case let other: .other(other)
    }
  }

  private static func begins(_ line: [UInt8], with front: StaticString) -> Bool {
    line.withUnsafeBufferPointer { isAt(0, front, $0) }
  }

  /// The number directly after a line's front.
  private static func number(_ line: [UInt8], behind front: StaticString) -> Int? {
    line.withUnsafeBufferPointer { line in
      guard var bytes = LineBytes(line), bytes.take(front) else { return nil }
      return bytes.number()
    }
  }

  /// Whether an action equals the recorded one: the host's line, up to the checksum, is a prefix of
  /// the recorded line.
  ///
  /// The host does not write the members that may follow there, such as `from` and `at`.
  static func isSameAction(_ answer: [UInt8], _ recorded: UnsafeBufferPointer<UInt8>) -> Bool {
    answer.withUnsafeBufferPointer { answer in
      let end = endWithoutChecksum(answer)
      guard answer.last == UInt8(ascii: "}") else { return false }
      guard begins(recorded, with: answer, upTo: end) else { return false }
      return end == recorded.count - 1 || beyond.contains { isAt(end, $0, recorded) }
    }
  }

  /// The members that the recorder writes after the action itself.
  private static let beyond: [StaticString] = [
    #","crc":"#, #","from":"#, #","at":"#, #","was":"#, #","new":"#,
  ]

  private static func isAt(
    _ place: Int, _ text: StaticString, _ line: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let base = line.baseAddress, line.count - place >= text.utf8CodeUnitCount else {
      return false
    }
    return Memory.order(base + place, text.utf8Start, text.utf8CodeUnitCount) == 0
  }

  /// Whether two lines are equal, apart from `took` and the checksum.
  static func isSame(_ answer: [UInt8], _ recorded: UnsafeBufferPointer<UInt8>) -> Bool {
    answer.withUnsafeBufferPointer { answer in
      let end = endWithoutTime(answer)
      return answer.last == UInt8(ascii: "}") && endWithoutTime(recorded) == end
        && begins(recorded, with: answer, upTo: end)
    }
  }

  /// Whether a state line carries a patch, judged by its front.
  static func isPatch(_ line: [UInt8]) -> Bool {
    line.withUnsafeBufferPointer { line in
      guard var bytes = LineBytes(line), bytes.take(stateFront), bytes.number() != nil
      else { return true }
      return !bytes.take(#","state":"#)
    }
  }

  /// Whether a line is a state line with that number and a patch, judged by its front.
  static func isPatch(_ line: [UInt8], n: Int) -> Bool {
    line.withUnsafeBufferPointer { line in
      guard var bytes = LineBytes(line), bytes.take(stateFront), bytes.number() == n
      else { return false }
      return bytes.take(#","patch":"#)
    }
  }

  private static func begins(
    _ line: UnsafeBufferPointer<UInt8>, with other: UnsafeBufferPointer<UInt8>, upTo end: Int
  ) -> Bool {
    guard let left = line.baseAddress, let right = other.baseAddress, line.count > end else {
      return false
    }
    return Memory.order(left, right, end) == 0
  }

  /// A line without its checksum and closing brace; nil if the checksum is not its last member.
  static func withoutChecksum(_ line: [UInt8]) -> ArraySlice<UInt8>? {
    line.withUnsafeBufferPointer(ChecksumTail.start).map { line[..<$0] }
  }

  /// The start of the checksum, or of the closing brace if there is none.
  private static func endWithoutChecksum(_ line: UnsafeBufferPointer<UInt8>) -> Int {
    ChecksumTail.start(in: line) ?? max(0, line.count - 1)
  }

  /// The start of `took`, the last member before the checksum.
  private static func endWithoutTime(_ line: UnsafeBufferPointer<UInt8>) -> Int {
    let end = endWithoutChecksum(line)
    var at = end
    while at > 0, line[at - 1] &- 48 < 10 { at -= 1 }
    let name: StaticString = #","took":"#
    let start = at - name.utf8CodeUnitCount
    return at < end && start > 0 && isAt(start, name, line) ? start : end
  }
}
