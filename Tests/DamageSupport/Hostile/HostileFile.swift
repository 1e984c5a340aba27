import TestSupport

/// A session file of at most 1 MB that costs its reader as much as possible.
///
/// Each is made from the format alone, by features that can multiply data, and is the same on every
/// machine.
public struct HostileFile: Sendable, CustomStringConvertible {
  /// The name of its attack.
  public let name: String
  /// Whether it is packed by gzip, which makes much more of 1 MB.
  public let isPacked: Bool
  private let pieces: @Sendable () -> [(text: String, count: Int)]

  /// The name of the file.
  public var fileName: String { "\(name).ndjson" + (isPacked ? ".gz" : "") }
  /// Its name.
  public var description: String { name }

  /// The largest size of a file, in bytes.
  public static let largest = 1_000_000

  init(
    _ name: String, _ text: @autoclosure @escaping @Sendable () -> String
  ) {
    (self.name, isPacked) = (name, false)
    pieces = { [(text(), 1)] }
  }

  /// A file to pack by gzip: a text, another one repeated, and a third.
  init(packed name: String, _ first: String, _ unit: String, _ count: Int, _ last: String) {
    (self.name, isPacked) = (name, true)
    pieces = { [(first, 1), (unit, count), (last, 1)] }
  }

  /// Passes its unpacked content to `body` in pieces of at most about 1 MB, made anew each time.
  ///
  /// The caller needs no more memory than that: memory that a program has when it starts another
  /// counts as the other's.
  public func eachPiece(_ body: ([UInt8]) throws -> Void) rethrows {
    for piece in pieces() {
      let unit = Array(piece.text.utf8)
      let most = max(1, Self.largest / max(1, unit.count))
      var left = piece.count
      while left > 0 {
        let times = min(left, most)
        try body(Array(repeatElement(unit, count: times).joined()))
        left -= times
      }
    }
  }

  /// All of them.
  public static var all: [HostileFile] {
    copies + splices + crowds + differences + operations + shapes + texts + numbers + lines
      + headers + bombs
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

  /// Elements of a range of numbers, separated by commas.
  static func list(_ numbers: Range<Int>, _ element: (Int) -> String) -> String {
    numbers.lazy.map(element).joined(separator: ",")
  }

  /// A session with a first state and one patch.
  static func patched(
    _ name: String, _ first: @autoclosure @escaping @Sendable () -> String,
    _ operations: @autoclosure @escaping @Sendable () -> [String]
  ) -> HostileFile {
    HostileFile(name, head + state(0, first()) + patch(1, operations()))
  }

  /// A session with one value, which stays in a step and is removed in the next.
  static func whole(
    _ name: String, _ value: @autoclosure @escaping @Sendable () -> String
  ) -> HostileFile {
    HostileFile(
      name,
      head + state(0, value()) + patch(1, [])
        + patch(2, [#"{"op":"replace","path":"","value":0}"#]))
  }
}
