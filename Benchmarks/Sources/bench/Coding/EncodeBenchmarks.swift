import Foundation
import SessionFormat

let encodeBenchmarks = [
  encode("action", CodingCases.action),
  encode("1KB", CodingCases.small),
  encode("84KB", CodingCases.medium),
  encode("8.6MB-rich", CodingCases.large, .milliseconds),
  encode("75000-keys", CodingCases.manyKeys, .milliseconds),
]

private func encode<T: Encodable & Sendable>(
  _ name: String, _ make: @escaping @Sendable () -> T, _ unit: Benchmark.Unit = .microseconds
) -> Benchmark {
  Benchmark(name: "encode/\(name)", rival: "JSONEncoder", unit: unit) {
    let value = make()
    let (ours, theirs) = (ValueEncoder(), JSONEncoder())
    return (
      { try ours.bytes(of: value).bytes.count },
      { try theirs.encode(value).count }
    )
  }
}
