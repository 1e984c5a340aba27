import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Inspector

@Suite("Lines that are too long")
struct LongLineTests {
  @Test("the first one is found, with every line end, at every place")
  func bytes() {
    for limit in 1...6 {
      for ends in ["\n", "\r\n"] {
        for lengths in [
          [0], [1, 2], [3, 3, 3], [0, 0, 6], [6, 0, 1], [2, 7], [5, 4, 3, 2, 1],
        ] {
          for isClosed in [true, false] {
            let lines = lengths.map { String(repeating: "x", count: $0) }
            let text = lines.joined(separator: ends) + (isClosed ? ends : "")
            let expected = lengths.firstIndex { $0 > limit }.map { $0 + 1 }
            let found = LongLine.first(in: Data(text.utf8), ReadingLimits(lineBytes: limit))
            #expect(found?.number == expected, "\(lengths) \(limit) \(ends.debugDescription)")
            #expect(found == nil || found?.excess == .bytes)
          }
        }
      }
    }
  }

  @Test("those of more values than the limit are refused, and those of just as many are not")
  func values() {
    let limits = ReadingLimits(lineBytes: 1 << 20)
    let most = limits.values
    #expect(most == 1 << 16)
    func line(_ values: Int) -> String {
      "[\(Array(repeating: "1", count: values - 1).joined(separator: ","))]\n"
    }
    let text = String(repeating: "text, ", count: 30_000)
    let harmless = "{\"a\":\"\(text)\\\"\(text)\"}\n" + line(most)
    #expect(LongLine.first(in: Data(harmless.utf8), limits) == nil)
    #expect(
      LongLine.first(in: Data((harmless + line(most + 1)).utf8), limits)
        == LongLine(excess: .values, number: 3))
    #expect(
      InspectorError(LongLine(excess: .values, number: 3), in: "s.ndjson", limits).description
        == "s.ndjson:3:1: the line has more than 65536 values, which may be a trap; "
        + "--line-limit SIZE allows one for each 64 bytes")
  }

  @Test("values are counted as a parsed text has them", arguments: 0..<40 as Range<UInt64>)
  func law(seed: UInt64) {
    var documents = RandomDocuments(seed: seed)
    for _ in 0..<50 {
      let document = documents.document(depth: 5)
      func count(_ value: JSONValue) -> Int {
        if let array = value.array { return array.reduce(1) { $0 + count($1) } }
        if let object = value.object { return object.reduce(1) { $0 + count($1.value) } }
        return 1
      }
      let expected = count(document)
      Array(document.description.utf8).withUnsafeBufferPointer {
        #expect(!LongLine.hasMore(than: expected, in: $0), "\(document)")
        #expect(LongLine.hasMore(than: expected - 1, in: $0), "\(document)")
      }
    }
  }
}
