import Commands
import Foundation
import Inspector

/// A text that is nowhere in 1 GB, searched in all actions and states, without opening the file.
let grepBenchmarks = [
  grep("query/grep-1GB", "grep zebra"),
  grep("query/grep-1GB/ignore-case", "grep -i zebra"),
  grep("query/grep-1GB/number", "grep 987654321987"),
  // In each action, and never in a state.
  grep("query/grep-1GB/every-action", "grep middle --in state"),
]

private func grep(_ name: String, _ line: String) -> Benchmark {
  Benchmark(name: name, rival: "count of line feeds by memchr", unit: .milliseconds) {
    let scratch = try Scratch()
    let file = scratch.path("large.ndjson")
    _ = try GeneratedSession(size: 1 << 30, items: 200).write(to: file)
    let session = try Session(path: file)
    let ours = {
      try withExtendedLifetime(scratch) {
        var prompt = Prompt(session)
        return try prompt.run(line).utf8.count
      }
    }
    return (ours, { try lineFeeds(file) })
  }
}
