import TestSupport

/// A session file of at most 1 MB that is made to cost its reader as much as can be.
///
/// Each is made from the format alone, by what could multiply in it, and is the same on every
/// machine.
public struct HostileFile: Sendable, CustomStringConvertible {
  /// What it does.
  public let name: String
  /// Whether it is to be packed by gzip, which makes much more of 1 MB.
  public let isPacked: Bool
  private let text: @Sendable () -> String

  /// What stands in it, before it is packed; made anew each time.
  public var bytes: [UInt8] { Array(text().utf8) }
  /// What the file is called.
  public var fileName: String { "\(name).ndjson" + (isPacked ? ".gz" : "") }
  /// Its name.
  public var description: String { name }

  /// The greatest size of a file, in bytes.
  public static let largest = 1_000_000

  init(
    _ name: String, packed: Bool = false, _ text: @autoclosure @escaping @Sendable () -> String
  ) {
    (self.name, isPacked, self.text) = (name, packed, text)
  }

  /// All of them.
  public static var all: [HostileFile] {
    copies + operations + shapes + texts + numbers + lines + headers + bombs
  }

  // MARK: The parts that they are made of

  static let head = session("")

  /// A header with further members.
  static func session(_ more: String) -> String {
    #"{"kind":"session","format":"hindsight-session","version":1,"id":"i","#
      + #""started":"2026-01-01T00:00:00Z","store":"hostile"\#(more)}"# + "\n"
  }

  static func state(_ n: Int, _ value: String) -> String {
    #"{"kind":"state","n":\#(n),"state":\#(value)}"# + "\n"
  }

  static func action(_ n: Int, type: String = "a", _ value: String = "1") -> String {
    #"{"kind":"action","n":\#(n),"t":\#(n),"type":"\#(type)","action":\#(value)}"# + "\n"
  }

  static func patch(_ n: Int, _ operations: some Sequence<String>) -> String {
    action(n) + #"{"kind":"state","n":\#(n),"patch":[\#(operations.joined(separator: ","))]}"#
      + "\n"
  }

  static func copy(_ from: String, _ path: String) -> String {
    #"{"op":"copy","from":"\#(from)","path":"\#(path)"}"#
  }

  static func add(_ path: String, _ value: String) -> String {
    #"{"op":"add","path":"\#(path)","value":\#(value)}"#
  }

  static func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  /// Elements with commas between, of so many numbers.
  static func list(_ numbers: Range<Int>, _ element: (Int) -> String) -> String {
    numbers.lazy.map(element).joined(separator: ",")
  }

  /// A session of a first state and one patch.
  static func patched(
    _ name: String, _ first: @autoclosure @escaping @Sendable () -> String,
    _ operations: @autoclosure @escaping @Sendable () -> [String]
  ) -> HostileFile {
    HostileFile(name, head + state(0, first()) + patch(1, operations()))
  }

  /// A session of one value, which stays in a step and goes in the next.
  static func whole(
    _ name: String, _ value: @autoclosure @escaping @Sendable () -> String
  ) -> HostileFile {
    HostileFile(
      name,
      head + state(0, value()) + patch(1, [])
        + patch(2, [#"{"op":"replace","path":"","value":0}"#]))
  }
}
