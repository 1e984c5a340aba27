import Foundation

/// One part of the soak: what was done, and which promises were broken.
struct Part {
  let name: String
  private(set) var faults: [String] = []
  private let start = Date()

  init(_ name: String) { self.name = name }

  /// Notes what is wrong with a run, and how to come back to it.
  mutating func note(_ found: [String], in run: String) {
    faults += found.map { "\(run): \($0)" }
  }

  /// Notes what is wrong with many runs, each told with how to come back to it.
  mutating func note(_ found: [String]) { faults += found }

  /// Notes a run that could not be made.
  mutating func note(_ error: any Error, in run: String) { faults.append("\(run): \(error)") }

  /// Prints a line with numbers, and the first broken promises; returns whether all were kept.
  func finish(_ numbers: String) -> Bool {
    let seconds = Int(Date().timeIntervalSince(start).rounded())
    let verdict = faults.isEmpty ? "kept" : "BROKEN \(faults.count) times"
    print("\(name): \(numbers); \(seconds) s; \(verdict)")
    for fault in faults.prefix(20) { print("  \(fault)") }
    fflush(nil)
    return faults.isEmpty
  }
}

/// Runs that cannot be made on this machine.
func skipped(_ name: String, _ reason: String) -> Bool {
  print("\(name): skipped, \(reason)")
  return true
}
