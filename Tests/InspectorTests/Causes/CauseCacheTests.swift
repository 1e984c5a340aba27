import Foundation
import SessionFormat
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("The memory of causes that were told")
struct CauseCacheTests {
  private static func change(_ n: Int, _ old: JSONValue?, _ new: JSONValue?) -> Cause {
    Cause(origin: .action(n: n, type: "a"), old: old, new: new)
  }

  private static let path = JSONPointer(tokens: ["n"])

  @Test("a small part of a long line costs what the part does, not what the line does")
  func smallParts() throws {
    let long = String(repeating: "x", count: 100_000)
    let cache = CauseCache(limit: 64 << 10)
    let changes = try (0..<100).map { n in
      let line = try JSONValue(parsing: #"{"n":\#(n).5,"long":"\#(long)"}"#)
      return Self.change(n, nil, line["n"])
    }
    cache.keep(changes, of: Self.path, in: 0)
    #expect(cache.changes(of: Self.path, in: 0) == changes)
    // 96 bytes and a letter of the type for each, and its three or four digits.
    #expect(cache.memory == 64 + 100 * 97 + 10 * 3 + 90 * 4)
  }

  @Test("what one change leaves and the next finds is kept once")
  func shared() throws {
    let value = try JSONValue(
      parsing: "[\(Array(repeating: "1", count: 1000).joined(separator: ","))]")
    let (once, twice) = (CauseCache(), CauseCache())
    once.keep([Self.change(1, nil, value)], of: Self.path, in: 0)
    twice.keep([Self.change(1, nil, value), Self.change(2, value, nil)], of: Self.path, in: 0)
    #expect(twice.memory == once.memory + 97)
  }

  @Test("what is parsed of a value is counted, which is far more than its text")
  func tapes() throws {
    // Sixteen bytes of tape for each two of text.
    let value = try JSONValue(
      parsing: "[\(Array(repeating: "1", count: 5000).joined(separator: ","))]")
    let cache = CauseCache(limit: 64 << 10)
    cache.keep([Self.change(1, nil, value)], of: Self.path, in: 0)
    #expect(cache.changes(of: Self.path, in: 0) == nil)
    #expect(cache.memory == 0)
  }

  @Test("at the limit the path that was not asked for longest is dropped")
  func drops() {
    let cache = CauseCache(limit: 1000)
    let paths = (0..<20).map { JSONPointer(tokens: ["\($0)"]) }
    for (n, path) in paths.enumerated() {
      cache.keep([Self.change(n, nil, .number(n))], of: path, in: 0)
      #expect(cache.memory <= 1000)
      #expect(cache.changes(of: paths[0], in: 0) != nil)
    }
    #expect(cache.changes(of: paths[1], in: 0) == nil)
    #expect(cache.changes(of: paths[19], in: 0) != nil)
  }
}
