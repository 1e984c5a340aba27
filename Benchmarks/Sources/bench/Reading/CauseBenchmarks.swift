import Commands
import Foundation
import Inspector
import Query
import SessionFormat

/// Who changed a value in a session of a million steps: asked first, opening the file included, and
/// asked again.
///
/// The rival of the first answer counts the file's lines, reading each byte once.
let causeBenchmarks = [
  scanBenchmark, smallScanBenchmark, blameBenchmark,
  first("read/why-1M/first") { try $0.last(upTo: $1) == nil ? 0 : 1 },
  first("read/history-1M/first") { try $0.changes(upTo: $1).count },
  again("read/why-1M/again") { try $0.last(upTo: $1) == nil ? 0 : 1 },
  again("read/history-1M/again") { try $0.changes(upTo: $1).count },
]

private typealias Question = @Sendable (CauseScan, Int) throws -> Int

/// A file of a million steps.
private func million(_ scratch: Scratch) throws -> String {
  let path = scratch.path("million.ndjson")
  let count = try GeneratedSession(size: 860_000_000, items: 200).write(to: path)
  guard count >= 1_000_000 else { throw CocoaError(.fileReadCorruptFile) }
  return path
}

/// Nothing sets the title, so all steps must be examined; of an item's count each change is listed.
private func path(_ name: String) -> JSONPointer {
  JSONPointer(tokens: name.contains("why") ? ["title"] : ["items", "7", "count"])
}

private func first(_ name: String, _ ask: @escaping Question) -> Benchmark {
  Benchmark(name: name, rival: "count of line feeds by memchr", unit: .milliseconds) {
    let scratch = try Scratch()
    let file = try million(scratch)
    let ours = {
      try withExtendedLifetime(scratch) {
        let session = try Session(path: file)
        return try ask(CauseScan(Timeline(session), path: path(name)), session.last)
      }
    }
    return (ours, { try lineFeeds(file) })
  }
}

/// The question asked again, next to the speed at which memory is read.
private func again(_ name: String, _ ask: @escaping Question) -> Benchmark {
  Benchmark(name: name, rival: "count of line feeds by memchr", unit: .milliseconds) {
    let scratch = try Scratch()
    let file = try million(scratch)
    let session = try Session(path: file)
    let scan = CauseScan(Timeline(session), path: path(name))
    _ = try ask(scan, session.last)
    let ours = { try withExtendedLifetime(scratch) { try ask(scan, session.last) } }
    return (ours, { try lineFeeds(file) })
  }
}

/// A condition on a path, tested on all steps of 1 GB, without opening the file.
private let scanBenchmark = Benchmark(
  name: "read/scan-1GB", rival: "count of line feeds by memchr", unit: .milliseconds
) {
  let scratch = try Scratch()
  let file = scratch.path("large.ndjson")
  _ = try GeneratedSession(size: 1 << 30, items: 200).write(to: file)
  let session = try Session(path: file)
  return ({ try withExtendedLifetime(scratch) { try scan(session) } }, { try lineFeeds(file) })
}

/// The same on a file of 64 MB.
///
/// The rival jq only selects the patches that set the value; it has no states to test, so it does
/// less.
private let smallScanBenchmark = Benchmark(
  name: "read/scan-64MB", rival: "jq, patches that set the path", unit: .milliseconds
) {
  let scratch = try Scratch()
  let file = scratch.path("small.ndjson")
  _ = try GeneratedSession(size: 64 << 20, items: 200).write(to: file)
  let session = try Session(path: file)
  let filter = """
    select(.patch | arrays | any(.path == "/items/7/count" and .value > 40 and .value % 10 == 0)) | .n
    """
  return (
    { try withExtendedLifetime(scratch) { try scan(session) } },
    { try jq(["-c", filter, file]) }
  )
}

private func scan(_ session: Session) throws -> Int {
  let condition = try Condition("$.state.items[7].count > 40 && $.before.items[7].count <= 40")
  return try StepSearch(Timeline(session), where: condition).matches().count
}

/// The last change of each value of a state, as `blame` prints it for the whole state.
private let blameBenchmark = Benchmark(
  name: "read/blame-1M", rival: "count of line feeds by memchr", unit: .milliseconds, rounds: 3
) {
  let scratch = try Scratch()
  let file = try million(scratch)
  let ours = {
    try withExtendedLifetime(scratch) {
      var prompt = Prompt(try Session(path: file)) { _ in HostCommand.bench("app") }
      try prompt.run("blame")
      return prompt.timeline.last
    }
  }
  return (ours, { try lineFeeds(file) })
}
