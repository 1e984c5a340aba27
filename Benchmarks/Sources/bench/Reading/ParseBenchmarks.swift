import Foundation
import Inspector
import SessionFormat

// The cost of strictly parsing every line of a session into a value, without its checksum.

let parseBenchmarks = [parse("jq", jq), parse("JSONSerialization", serialization)]

private func parse(
  _ rival: String, _ theirs: @escaping @Sendable (String) throws -> Benchmark.Work
) -> Benchmark {
  everyLine("parse", rival, theirs) { path in
    let data = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
    return try data.withUnsafeBytes { try parseLines($0.bindMemory(to: UInt8.self)) }
  }
}

/// Parses each line into a value and checks its kind.
private func parseLines(_ bytes: UnsafeBufferPointer<UInt8>) throws -> Int {
  guard let base = bytes.baseAddress else { return 0 }
  let parser = JSONParser()
  var (start, states) = (0, 0)
  while start < bytes.count, let feed = memchr(base + start, 10, bytes.count - start) {
    let end = UnsafeRawPointer(feed) - UnsafeRawPointer(base)
    let line = UnsafeBufferPointer(start: base + start, count: end - start)
    if try parser.parse(line)["kind"] == "state" { states += 1 }
    start = end + 1
  }
  return states
}
