import Foundation
import SessionFormat

// `bench [pattern ...]`: measures the cases whose names match a pattern (`encode/*`), or all, and
// prints one JSON line for each. `bench --profile pattern` runs ours alone for three seconds, for a
// profiler.

let families: [[Benchmark]] = [
  encodeBenchmarks, decodeBenchmarks, writeBenchmarks, recordBenchmarks, readBenchmarks,
  compareBenchmarks,
  followBenchmarks, parseBenchmarks, causeBenchmarks, searchBenchmarks, grepBenchmarks,
  conditionBenchmarks,
  stepBenchmarks,
  replayBenchmarks, sharingBenchmarks,
]
if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--host" {
  exit(BenchHost(rawValue: CommandLine.arguments[2])?.run() ?? 2)
}
let isProfiled = CommandLine.arguments.dropFirst().first == "--profile"
let patterns = CommandLine.arguments.dropFirst(isProfiled ? 2 : 1)
let chosen = families.joined().filter { benchmark in
  patterns.isEmpty || patterns.contains { fnmatch($0, benchmark.name, 0) == 0 }
}
guard !chosen.isEmpty else {
  FileHandle.standardError.write(Data("bench: no case matches\n".utf8))
  exit(2)
}
for benchmark in chosen where isProfiled {
  let work = try benchmark.prepare().ours
  // `BENCH_RUNS=20`: the number of runs, for a profiler that counts instructions.
  if let runs = ProcessInfo.processInfo.environment["BENCH_RUNS"].flatMap(Int.init) {
    for _ in 0..<runs { _ = try work() }
    continue
  }
  let end = Date.now + 3
  while Date.now < end { _ = try work() }
}
for benchmark in chosen where !isProfiled {
  let measurement = try Measurement(benchmark)
  let line = try ValueEncoder().encode(measurement).value.description + "\n"
  FileHandle.standardOutput.write(Data(line.utf8))
}
