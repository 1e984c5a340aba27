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

  @Test(
    "of a counter that begins with the process a later step was named, the first being in the middle",
    arguments: 3...6)
  func middle(count: Int) throws {
    let (folder, path) = try Self.session.get()
    let file = folder.file("kept-\(count).ndjson")
    let line = try String(contentsOfFile: path, encoding: .utf8).prefix { $0 != "\n" }
    let header = line.replacing(/,"crc":"[0-9a-f]*"/, with: "")
    var lines = [String(header), #"{"kind":"state","n":0,"state":{"steps":0,"value":0}}"#]
    for n in 1...count {
      lines.append(#"{"kind":"action","n":\#(n),"t":\#(n),"type":"add","action":{"add":{"_0":7}}}"#)
      lines.append(#"{"kind":"state","n":\#(n),"state":{"steps":\#(n),"value":\#(n)}}"#)
    }
    lines.append(#"{"kind":"end","n":\#(count),"t":\#(count)}"#)
    try (lines.joined(separator: "\n") + "\n").write(
      toFile: file, atomically: true, encoding: .utf8)
    let script = Inspect.root.appendingPathComponent("Tests/InspectTests/Scripts/counter_host.py")
    let run = try Inspect.run(
      "--host", "python3 \(script.path) --kept", "--format", "json", "verify", file, "--steps",
      "--no-causes")
    let steps = try JSONValue(parsing: run.output)["sessions"]?.array?.first?["steps"]
    // The first action of a process counts 1, as it was recorded.
    #expect(steps?["faults"]?.array?.map { $0["n"] } == [2], "\(run.output)")
    #expect(steps?["apart"] == true)
  }

  @Test("a host that failed in the walk backwards was passed over without a word")
  func stopped() throws {
    let steps = try steps("die", in: 5...5)
    #expect(steps["count"] == 0)
    let error = try #require(steps["backwardsError"]?.string)
    #expect(error.hasSuffix(" died in the reducer of action 5: signal 6 (Aborted)"), "\(error)")
  }
}
