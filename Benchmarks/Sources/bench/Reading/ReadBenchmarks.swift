import Foundation
import Inspector
import SessionFormat

// The cost of opening and reading a session.

let readBenchmarks = [openBenchmark, check("jq", jq), check("JSONSerialization", serialization)]

/// Opening a session of 1 GB at its last step; the rival only counts its lines.
private let openBenchmark = Benchmark(
  name: "read/open-1GB", rival: "count of line feeds by memchr", unit: .milliseconds
) {
  let scratch = try Scratch()
  let path = scratch.path("large.ndjson")
  _ = try GeneratedSession(size: 1 << 30, items: 200).write(to: path)
  let ours = {
    try withExtendedLifetime(scratch) {
      let session = try Session(path: path)
      _ = try session.action(session.last)
      return session.last
    }
  }
  return (ours, { try lineFeeds(path) })
}

/// The number of lines in a file: the least work that reading all of it takes.
func lineFeeds(_ path: String) throws -> Int {
  let data = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
  return data.withUnsafeBytes { bytes in
    var lines = 0
    var rest = bytes[...]
    while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty,
      let feed = memchr(start, 10, rest.count)
    {
      lines += 1
      rest = rest.dropFirst(UnsafeRawPointer(feed) - start + 1)
    }
    return lines
  }
}

/// Strictly reading a whole session of 64 MB: every line, state, patch and keyframe.
private func check(
  _ rival: String, _ theirs: @escaping @Sendable (String) throws -> Benchmark.Work
) -> Benchmark {
  everyLine("check", rival, theirs) { path in
    let check = try SessionCheck(try Session(path: path))
    guard check.faults.isEmpty else { throw CocoaError(.fileReadCorruptFile) }
    return check.lines
  }
}

/// Compares a way to read every line of a session of 64 MB with a rival.
func everyLine(
  _ name: String, _ rival: String,
  _ theirs: @escaping @Sendable (String) throws -> Benchmark.Work,
  ours: @escaping @Sendable (String) throws -> Int
) -> Benchmark {
  Benchmark(
    name: "read/\(name)-64MB/\(rival)", rival: "\(rival), every line", unit: .milliseconds,
    bytes: 64 << 20
  ) {
    let scratch = try Scratch()
    let path = scratch.path("session.ndjson")
    _ = try GeneratedSession(size: 64 << 20, items: 200).write(to: path)
    return ({ try withExtendedLifetime(scratch) { try ours(path) } }, try theirs(path))
  }
}

/// jq, which takes every line as a document; `make test` installs it.
@Sendable
func jq(_ path: String) throws -> Benchmark.Work {
  { try jq(["-c", "select(.kind == \"end\")", path]) }
}

/// Runs jq and discards its output.
func jq(_ arguments: [String]) throws -> Int {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = ["jq"] + arguments
  process.standardOutput = FileHandle.nullDevice
  try process.run()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
  return 1
}

@Sendable
func serialization(_ path: String) throws -> Benchmark.Work {
  {
    let data = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
    var kinds = 0
    for line in data.split(separator: 10) {
      let object = try JSONSerialization.jsonObject(with: line) as? [String: Any]
      kinds += (object?["kind"] as? String)?.count ?? 0
    }
    return kinds
  }
}
