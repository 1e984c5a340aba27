import DamageSupport
import Foundation
import Testing

@testable import Inspector
@testable import InspectorSupport

struct LineIndexTests {
  /// What is told of each line, and what the index then says of it.
  private func lines(_ bytes: [UInt8], pieceSize: Int, from start: Int = 0) -> [String] {
    var index = LineIndex()
    var told: [String] = []
    index.addPart(Data(bytes))
    index.read(Data(bytes), start..<bytes.count, pieceSize: pieceSize) { place, line in
      told.append("\(line): \(place.kind) \(place.n) \(place.isWhole)")
    }
    return told + index.map { "\($0.number) \($0.start)+\($0.count) \($0.kind)" }
  }

  @Test("pieces of any size give the same lines", arguments: [true, false])
  func findsLinesInPieces(endsInLineFeed: Bool) {
    var bytes =
      DamageSample(actions: 20).bytes + Array("\n \r\nno line\n{\"kind\":\"mark\",\"n\":1}".utf8)
    if endsInLineFeed { bytes.append(0x0A) }
    let expected = lines(bytes, pieceSize: .max / 2)
    #expect(expected.count > 80)
    for size in Array(1..<80) + stride(from: 80, to: bytes.count + 2, by: 97) {
      #expect(lines(bytes, pieceSize: size) == expected, "pieces of \(size) bytes")
    }
  }

  @Test("a stretch is told line by line until one is refused")
  func tellsStretches() {
    let bytes = DamageSample(actions: 20).bytes
    let index = LineIndex(Data(bytes), 0..<bytes.count)
    for start in stride(from: 0, through: index.count, by: 3) {
      for end in stride(from: start, through: index.count, by: 5) {
        var told: [Int] = []
        let areAll = index.allSatisfy(in: start..<end) { place, entry in
          told.append(place)
          return entry.start == index[place].start && entry.number == index[place].number
        }
        #expect(areAll && told == Array(start..<end))
      }
    }
    var told = 0
    let areAll = index.allSatisfy(in: 0..<index.count) { place, _ in
      told += 1
      return place < 7
    }
    #expect(!areAll && told == 8)
  }

  @Test("blank lines count where lines are numbered, and only there", arguments: [1, 3, 100_000])
  func passesBlankLines(count: Int) {
    let blank: [[UInt8]] = [[], [0x0D], [0x20], [0x09, 0x0D]].map { $0 + [0x0A] }
    var bytes: [UInt8] = []
    var expected: [String] = []
    var number = 0
    for line in 0..<40 {
      for place in 0..<(line % 4 == 0 ? count : line % 3) {
        bytes += blank[(line + place) % blank.count]
        number += 1
      }
      let text = "{\"kind\":\"mark\",\"n\":\(line),\"t\":0}" + (line % 2 == 0 ? "\r\n" : "\n")
      number += 1
      expected.append("\(number) \(bytes.count)+\(text.utf8.count { $0 != 10 && $0 != 13 })")
      bytes += Array(text.utf8)
    }
    bytes += Array(repeating: 0x0A, count: count)
    for size in [1, 50, 1000, .max / 2] where size > bytes.count / 10_000 {
      var index = LineIndex()
      index.addPart(Data(bytes))
      index.read(Data(bytes), 0..<bytes.count, pieceSize: size) { _, _ in }
      #expect(index.map { "\($0.number) \($0.start)+\($0.count)" } == expected)
      #expect(index.checkInvariants() == [])
      #expect(index.nextNumber == number + count + 1)
      for place in index.indices { #expect(bytes[index.end(of: place) - 1] == 0x0A) }
      for place in index.indices {
        #expect(index.withBytes(of: place) { $0.last } == UInt8(ascii: "}"))
      }
    }
  }
}
