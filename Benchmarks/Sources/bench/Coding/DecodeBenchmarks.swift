import Foundation
import SessionFormat

let decodeBenchmarks = [
  decode("action", CodingCases.action),
  decode("1KB", CodingCases.small),
  decode("84KB", CodingCases.medium),
  decode("8.6MB-rich", CodingCases.large, .milliseconds),
  decode("75000-keys", CodingCases.manyKeys, .milliseconds),
]

private func decode<T: Codable & Sendable>(
  _ name: String, _ make: @escaping @Sendable () -> T, _ unit: Benchmark.Unit = .microseconds
) -> Benchmark {
  Benchmark(name: "decode/\(name)", rival: "JSONDecoder", unit: unit) {
    // UUIDs and dates read alike in both; each reads the same text.
    let bytes = try ValueEncoder().bytes(of: make()).bytes
    let data = Data(bytes)
    let (ours, theirs) = (ValueDecoder(), JSONDecoder())
    return (
      { withExtendedLifetime(try ours.decode(T.self, from: bytes)) { 1 } },
      { withExtendedLifetime(try theirs.decode(T.self, from: data)) { 1 } }
    )
  }
}
