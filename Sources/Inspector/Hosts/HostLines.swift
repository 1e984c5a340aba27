import SessionFormat

/// What a host answered to an action, line by line as it wrote it.
public struct HostLines: Equatable, Sendable {
  /// The action as the host encoded it again; nil if the host answers no actions.
  public internal(set) var action: [UInt8]?
  /// Whether it said that it has the action, by that line or by its number alone.
  public internal(set) var hasBegun = false
  /// The inputs that the reducer drew.
  public internal(set) var inputs: [[UInt8]] = []
  /// The state line.
  public internal(set) var state: [UInt8] = []

  /// No line yet.
  init() {}

  var isEmpty: Bool { !hasBegun && inputs.isEmpty && state.isEmpty }

  /// The lines in their order, without line ends.
  public var all: [[UInt8]] { (action.map { [$0] } ?? []) + inputs + [state] }
}

/// Compares lines as bytes, in the form in which the recorder and the hosts of this project write
/// them: what is equal so is equal by value, and of what differs nothing is said.
enum VerbatimLine {
  /// Whether a line is of a kind, by how it begins.
  private static func isOf(_ kind: StaticString, _ line: [UInt8]) -> Bool {
    line.withUnsafeBufferPointer { line in
      guard let start = line.baseAddress, line.count >= kind.utf8CodeUnitCount else { return false }
      return Memory.order(start, kind.utf8Start, kind.utf8CodeUnitCount) == 0
    }
  }

  /// What a line of a host is.
  enum Kind {
    /// An action, an input or a state, with its number if that was read on the way.
    case action(Int?)
    case input(Int?)
    case state(Int?)
    /// What is said in place of that action where it was asked for.
    case began(Int)
    case other(HostReply)

    /// The number of the action that it is about, if that was read on the way; nil also of errors.
    var number: Int? {
      switch self {
      case .action(let n), .input(let n), .state(let n): n
      case .began(let n): n
      case .other: nil
      }
    }

    /// Whether it says that the host has an action.
    var isBeginning: Bool {
      switch self {
      case .action, .began: true
      default: false
      }
    }

    /// Whether it answers nothing, as far as this version knows.
    var isChatter: Bool { if case .other(.line(.unknown)) = self { true } else { false } }
  }

  /// What a line of a host is, by how it begins or, in another layout, by what it says.
  static func kind(
    of line: [UInt8], from host: @autoclosure () -> String
  ) throws(HostFailure) -> Kind {
    if isOf(#"{"kind":"state","#, line) { return .state(number(line, behind: stateFront)) }
    if isOf(#"{"kind":"action","#, line) { return .action(number(line, behind: actionFront)) }
    if isOf(#"{"kind":"input","#, line) { return .input(number(line, behind: inputFront)) }
    if let n = number(line, behind: #"{"kind":"began","n":"#) { return .began(n) }
    return switch try HostReply(line, from: host()) {
    case .line(.action(let action)): .action(action.n)
    case .line(.input(let input)): .input(input.n)
    case .line(.state(let state)): .state(state.n)
    case .answer(.began(let n)): .began(n)
    case let other: .other(other)
    }
  }

  /// The number that comes right behind what a line begins with.
  private static func number(_ line: [UInt8], behind front: StaticString) -> Int? {
    line.withUnsafeBufferPointer { line in
      guard var bytes = LineBytes(line), bytes.take(front) else { return nil }
      return bytes.number()
    }
  }

  /// Whether an action is the recorded one: all that its host wrote of it, up to the checksum,
  /// stands at the beginning of the recorded line.
  ///
  /// What follows there (`from`, `at`) is no matter of the host's.
  static func isSameAction(_ answer: [UInt8], _ recorded: UnsafeBufferPointer<UInt8>) -> Bool {
    answer.withUnsafeBufferPointer { answer in
      let end = endWithoutChecksum(answer)
      guard answer.last == UInt8(ascii: "}") else { return false }
      guard begins(recorded, with: answer, upTo: end) else { return false }
      return end == recorded.count - 1 || beyond.contains { isAt(end, $0, recorded) }
    }
  }

  /// What the recorder writes behind the action itself.
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

  /// Whether two lines are the same up to `took` and the checksum.
  static func isSame(_ answer: [UInt8], _ recorded: UnsafeBufferPointer<UInt8>) -> Bool {
    answer.withUnsafeBufferPointer { answer in
      let end = endWithoutTime(answer)
      return answer.last == UInt8(ascii: "}") && endWithoutTime(recorded) == end
        && begins(recorded, with: answer, upTo: end)
    }
  }

  /// Whether a state line carries a patch, by how it begins.
  static func isPatch(_ line: [UInt8]) -> Bool {
    let front: StaticString = #"{"kind":"state","n":"#
    var at = front.utf8CodeUnitCount
    guard isOf(front, line) else { return true }
    while at < line.count, line[at] &- 48 < 10 { at += 1 }
    let name: StaticString = #","state":"#
    return line.withUnsafeBufferPointer { line in
      guard let start = line.baseAddress, line.count - at >= name.utf8CodeUnitCount else {
        return true
      }
      return Memory.order(start + at, name.utf8Start, name.utf8CodeUnitCount) != 0
    }
  }

  /// Whether a line is a state line of that number that carries a patch, by how it begins.
  static func isPatch(_ line: [UInt8], n: Int) -> Bool {
    line.withUnsafeBufferPointer { line in
      guard var bytes = LineBytes(line), bytes.take(stateFront), bytes.number() == n
      else { return false }
      return bytes.take(#","patch":"#)
    }
  }

  private static let stateFront: StaticString = #"{"kind":"state","n":"#
  private static let actionFront: StaticString = #"{"kind":"action","n":"#
  private static let inputFront: StaticString = #"{"kind":"input","n":"#

  /// The number of a line of an action, an input or a state, in any layout; nil of others.
  static func number(_ line: [UInt8]) -> Int? {
    switch try? HostReply(line, from: "") {
    case .line(.action(let action)): action.n
    case .line(.input(let input)): input.n
    case .line(.state(let state)): state.n
    default: nil
    }
  }

  /// The number of an action line, or of what is said in its place; nil if it cannot be read.
  static func actionNumber(_ line: [UInt8]) -> Int? {
    switch try? HostReply(line, from: "") {
    case .line(.action(let action)): action.n
    case .answer(.began(let n)): n
    default: nil
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

  /// A line without its checksum and its closing brace, where that stands last; nil if it does
  /// not.
  static func withoutChecksum(_ line: [UInt8]) -> ArraySlice<UInt8>? {
    line.withUnsafeBufferPointer(ChecksumTail.start).map { line[..<$0] }
  }

  /// Where the checksum begins, or the closing brace of a line that has none.
  private static func endWithoutChecksum(_ line: UnsafeBufferPointer<UInt8>) -> Int {
    ChecksumTail.start(in: line) ?? max(0, line.count - 1)
  }

  /// Where `took` begins, which comes last before the checksum.
  private static func endWithoutTime(_ line: UnsafeBufferPointer<UInt8>) -> Int {
    let end = endWithoutChecksum(line)
    var at = end
    while at > 0, line[at - 1] &- 48 < 10 { at -= 1 }
    let name: StaticString = #","took":"#
    let start = at - name.utf8CodeUnitCount
    guard at < end, start > 0, let base = line.baseAddress,
      Memory.order(base + start, name.utf8Start, name.utf8CodeUnitCount) == 0
    else { return end }
    return start
  }
}
