import Foundation
import RecorderHost

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The reducer host of a ledger that goes wrong in one action, in the requested way, or at a place
/// in its answers.
///
/// Arguments: the way, and the action; or `at` and a ``PlantedEnd``.
@main
struct RogueHost {
  static func main() {
    let arguments = CommandLine.arguments
    if arguments.count > 1, arguments[1] == "at" { exit(serve(endingAt: arguments.dropFirst(2))) }
    guard arguments.count == 3, let way = Way(rawValue: arguments[1]), let n = Int(arguments[2])
    else {
      print("usage: RogueHost \(Way.allCases.map(\.rawValue).joined(separator: "|")) N")
      exit(64)
    }
    let host = ReducerHost<Ledger, Entry>(store: "ledger", codec: .codable) { ledger, entry in
      ledger.entries += 1
      if ledger.entries == n { way.goWrong() }
      ledger.total += entry.amount
    }
    exit(host.run())
  }

  private static func serve(endingAt place: ArraySlice<String>) -> Int32 {
    guard let end = PlantedEnd(place), let relay = OutputRelay(end) else { return 64 }
    let host = ReducerHost<Ledger, Entry>(store: "ledger", codec: .codable) { ledger, entry in
      ledger.entries += 1
      ledger.total += entry.amount
    }
    let status = host.run()
    relay.finish()
    return status
  }
}

struct Ledger: Codable {
  var total = 0
  var entries = 0
}

struct Entry: Codable {
  var amount: Int
}

/// How the reducer goes wrong.
enum Way: String, CaseIterable {
  case never, trap, abort, raise, segment, overflow, exit, leave, kill, hang, print, flood, late

  func goWrong() {
    switch self {
    case .never: break
    case .trap: preconditionFailure("the ledger does not balance")
    case .abort: Self.abortProcess()
    // If it makes backtraces, the Swift runtime reports this and continues.
    case .raise: Self.raise(SIGABRT)
    case .segment: UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
    case .overflow: Self.print("\(Self.depth(1))")
    // The answers so far are in a buffer that is never written.
    case .exit: Self.end(3)
    case .leave: Self.leaveAtOnce(4)
    case .kill: Self.raise(SIGKILL)
    case .hang: while true { sleep(60) }
    case .print: Self.print("what reducers print is not for the protocol")
    case .flood: while true { Self.print("flood") }
    case .late: usleep(300_000)
    }
  }

  private static func depth(_ n: Int) -> Int { n == 0 ? 0 : depth(n &+ 1) &+ 1 }
  private static func print(_ text: String) { Swift.print(text) }
  private static func abortProcess() { Foundation.abort() }
  private static func raise(_ signal: Int32) { _ = Foundation.raise(signal) }
  private static func end(_ status: Int32) { Foundation.exit(status) }
  private static func leaveAtOnce(_ status: Int32) { _exit(status) }
}
