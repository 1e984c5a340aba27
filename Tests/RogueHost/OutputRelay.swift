import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Relays a host's standard output, and ends it at the planted place.
///
/// It runs on its own thread, so that the host keeps reading and reducing meanwhile.
final class OutputRelay: @unchecked Sendable {
  private let end: PlantedEnd
  private let output: Int32
  private let ends: (read: Int32, write: Int32)
  private let isDone = DispatchSemaphore(value: 0)
  /// The lines of the planted answer that were passed on.
  private var seen = 0

  /// Replaces standard output.
  init?(_ end: PlantedEnd) {
    var pair: [Int32] = [-1, -1]
    guard pipe(&pair) == 0 else { return nil }
    self.end = end
    output = dup(1)
    ends = (pair[0], pair[1])
    dup2(pair[1], 1)
    Thread.detachNewThread { self.run() }
  }

  /// Passes on the remaining output, after the host has ended.
  func finish() {
    var mark: UInt8 = 0
    _ = Foundation.write(ends.write, &mark, 1)
    isDone.wait()
    if end.n == nil { goWrong() }
  }

  private func run() {
    var line: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(ends.read, &bytes, bytes.count)
      guard count > 0 else { break }
      for byte in bytes[..<count] {
        // No line contains this byte: the host has ended.
        if byte == 0 {
          isDone.signal()
          return
        }
        line.append(byte)
        if byte == 0x0A {
          pass(line)
          line.removeAll()
        }
      }
    }
  }

  private func pass(_ line: [UInt8]) {
    guard let n = end.n, Self.number(line) == n else { return send(line[...]) }
    seen += 1
    guard seen == end.line + 1, isDue() else { return send(line[...]) }
    let cut = (line.count - 1) * end.part / 1000
    send(line[..<cut])
    goWrong()
  }

  /// The number of the answer that a line belongs to.
  private static func number(_ line: [UInt8]) -> Int? {
    let text = String(decoding: line.prefix(60), as: UTF8.self)
    if text.hasPrefix(#"{"kind":"session""#) { return -1 }
    guard let place = text.range(of: #""n":"#) else { return nil }
    return Int(text[place.upperBound...].prefix { $0.isNumber })
  }

  /// Whether the planted end must happen this time.
  private func isDue() -> Bool {
    guard let mark = end.mark else { return true }
    let file = open(mark, O_CREAT | O_EXCL | O_WRONLY, 0o600)
    if file >= 0 { close(file) }
    return file >= 0
  }

  private func goWrong() {
    switch end.way {
    case .signal(let signal):
      Foundation.signal(signal, SIG_DFL)
      kill(getpid(), signal)
      sleep(60)
    case .leave(let status): _exit(status)
    case .close:
      close(output)
      close(2)
      sleep(60)
    case .silence: sleep(60)
    case .nonsense: send(Array("?!\n".utf8)[...])
    }
  }

  private func send(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(output, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
