import Foundation
import SessionFormat
import TestSupport
import Testing

@Suite("Steps in processes of their own, which verify --steps reduces from the last to the first")
struct StepsApartTests {
  private static let session = Result {
    let folder = try SessionFolder()
    let path = folder.file("counter.ndjson")
    _ = try Inspect.run("record", "counter", "-o", path)
    return (folder, path)
  }

  /// What verify --steps says of a host that has a fault only in some of its processes, numbered from 1.
  private func steps(_ fault: String, in processes: ClosedRange<Int>) throws -> JSONValue {
    let (folder, path) = try Self.session.get()
    let script = Inspect.root.appendingPathComponent("Tests/InspectTests/Scripts/counter_host.py")
    let count = folder.file("starts-\(fault)-\(processes.lowerBound)-\(processes.upperBound)")
    let numbers = processes.map(String.init).joined(separator: ",")
    let run = try Inspect.run(
      "--host", "python3 \(script.path) --\(fault) --starts=\(count):\(numbers)",
      "--format", "json", "verify", path, "--steps", "--no-causes")
    let session = try JSONValue(parsing: run.output)["sessions"]?.array?.first
    return try #require(session?["steps"], "\(run.output)")
  }

  // The first four processes make the walks in the order of the recording, and the crash; the fifth walks backwards.

  @Test("a step that differs alone each time, and never behind the others, is apart")
  func apart() throws {
    // One alone, and four to be sure; then four walks by steps.
    let steps = try steps("off", in: 5...10)
    #expect(steps["apart"] == true)
    #expect(steps["count"] == 1)
    #expect(steps["faults"]?.array?.map { $0["n"] } == [1])
    #expect(steps["backwardsError"] == nil)
  }

  @Test(
    "a step that differed by chance was said to differ in a process of its own",
    arguments: [
      5...6, 5...7, 5...9, 5...11, 5...14,
    ])
  func varying(_ processes: ClosedRange<Int>) throws {
    let steps = try steps("off", in: processes)
    #expect(steps["apart"] == nil)
    #expect(steps["count"] == 1)
  }

  @Test("a step that differs only behind those after it is none")
  func backwards() throws {
    let steps = try steps("off", in: 5...5)
    #expect(steps["count"] == 0)
    #expect(steps["backwardsError"] == nil)
  }

  @Test("a host that failed in the walk backwards was passed over without a word")
  func stopped() throws {
    let steps = try steps("die", in: 5...5)
    #expect(steps["count"] == 0)
    let error = try #require(steps["backwardsError"]?.string)
    #expect(error.hasSuffix(" died in the reducer of action 5: signal 6 (Aborted)"), "\(error)")
  }
}
