import Foundation
import TestSupport
import Testing

struct ProcessTests {
  private let shell = URL(fileURLWithPath: "/bin/sh")

  @Test("a run gives status, output and error apart")
  func streams() throws {
    let run = try ProcessRun.run(shell, ["-c", "cat; echo err >&2; exit 3"], input: "in\u{0}put")
    #expect(run.status == .exited(3))
    #expect(run.outputBytes == Array("in\u{0}put".utf8))
    #expect(run.error == "err\n")
  }

  @Test("much input and much of both outputs at once block nobody")
  func muchOutput() throws {
    let input = [UInt8](repeating: 0x61, count: 3_000_000)
    let run = try ProcessRun.run(shell, ["-c", "tee /dev/stderr"], input: input)
    #expect(run.status == .exited(0))
    #expect(run.outputBytes == input)
    #expect(run.errorBytes == input)
  }

  @Test("a program that reads nothing does not end the tests by its closed pipe")
  func unreadInput() throws {
    let run = try ProcessRun.run(
      shell, ["-c", "exec <&-; echo done"], input: [UInt8](repeating: 0, count: 1_000_000))
    #expect(run.status == .exited(0))
    #expect(run.output == "done\n")
  }

  @Test("a signal that ends a program is told", arguments: [SIGTERM, SIGINT, SIGPIPE, SIGKILL])
  func signals(signal: Int32) throws {
    let run = try ProcessRun.run(shell, ["-c", "kill -\(signal) $$; echo alive"])
    #expect(run.status == .signaled(Int(signal)))
    #expect(run.output == "")
  }

  @Test("a program that closed its outputs is still waited for")
  func closedOutputs() throws {
    let run = try ProcessRun.run(
      shell, ["-c", "exec >&- 2>&-; i=0; while [ $i -lt 1000 ]; do i=$((i+1)); done; exit 9"])
    #expect(run.status == .exited(9))
  }

  @Test("a program that hangs is ended with all it started, and what it wrote is told")
  func hanging() throws {
    let error = #expect(throws: ProcessRun.TimedOut.self) {
      try ProcessRun.run(
        shell, ["-c", "echo out; echo err >&2; cat /dev/zero >/dev/null & wait"], within: 0.5)
    }
    #expect(error?.output == "out\n")
    #expect(error?.error == "err\n")
  }

  @Test("only the given environment is there")
  func environment() throws {
    let run = try ProcessRun.run(
      URL(fileURLWithPath: "/usr/bin/env"), environment: ["A": "1", "B": "x=y z"])
    #expect(Set(run.output.split(separator: "\n")) == ["A=1", "B=x=y z"])
  }

  @Test("a program that can't be started is an error")
  func missingProgram() {
    #expect(throws: SystemError.self) { try ProcessRun.run(URL(fileURLWithPath: "/none")) }
  }

  @Test("runs at the same time keep no end of each other's pipes")
  func concurrentRuns() async throws {
    let shell = shell
    try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<16 {
        group.addTask { try ProcessRun.run(shell, ["-c", "cat"], input: "\(number)").output }
      }
      let outputs = try await group.reduce(into: Set<String>()) { $0.insert($1) }
      #expect(outputs == Set((0..<16).map(String.init)))
    }
  }

  @Test("the built program lies beside the tests and can be run")
  func builtBinary() throws {
    let file = try BuiltBinary.inspect
    #expect(file.lastPathComponent == "inspect")
    #expect(FileManager.default.isExecutableFile(atPath: file.path))
  }
}
