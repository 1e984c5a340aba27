import Foundation
import SessionFormat
import TestSupport
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("Whatever the order of its lines, a session is repaired")
struct RepairOrderTests {
  /// A session with every kind of line.
  private static func session(isWhole: Bool) -> SessionBuilder {
    var builder = SessionBuilder()
    func state(_ n: Int) -> JSONValue { ["n": .number(n), "list": [1, 2, 3, 4, 5, 6, 7, 8]] }
    func step(_ n: Int) {
      if isWhole { builder.whole(n, state(n)) } else { builder.patch(n, to: state(n)) }
    }
    builder.whole(0, state(0))
    builder.action(1)
    builder.input(1, "date", 7)
    step(1)
    builder.mark(1, "here")
    builder.action(2)
    step(2)
    builder.keyframe(2)
    builder.outside(2, to: ["n": 9, "list": []])
    builder.action(3)
    step(3)
    builder.gap(5, lost: 2)
    builder.whole(5, state(5))
    builder.action(6)
    builder.add(["kind": "note", "text": "of another writer"])
    step(6)
    builder.end(6)
    return builder
  }

  /// The lines with two of them exchanged, and with one of them moved, in every way.
  private static func orders(_ lines: [[UInt8]]) -> [[[UInt8]]] {
    var orders: [[[UInt8]]] = []
    for from in lines.indices {
      for to in lines.indices where to != from {
        var moved = lines
        moved.insert(moved.remove(at: from), at: to)
        orders.append(moved)
        guard to > from else { continue }
        var swapped = lines
        swapped.swapAt(from, to)
        orders.append(swapped)
      }
    }
    return orders
  }

  @Test(
    "two lines exchanged, or one moved, give a sound copy, in which nothing is made up",
    arguments: [true, false], [true, false])
  func everyOrder(isWhole: Bool, crc: Bool) throws {
    let sample = Self.session(isWhole: isWhole)
    for lines in Self.orders(sample.chunks(crc: crc)).thinned(8) {
      let bytes = Array(lines.joined())
      let order = lines.map { String(decoding: $0.dropFirst(9).prefix(16), as: UTF8.self) }
      let damaged = try Session(bytes: Data(bytes), file: "s.ndjson", mode: .salvage)
      guard let repair = try? Repair(damaged, recrc: false, interrupted: { false }) else {
        Issue.record("\(order) is refused")
        continue
      }
      var writer = SessionWriter(to: nil)
      let account = try repair.write(into: &writer, interrupted: { false })
      try writer.finish()
      let copy = writer.kept
      guard let sound = try? open(copy) else {
        Issue.record("\(order)")
        continue
      }
      #expect(try SessionCheck(sound).faults == [], "\(order)")
      #expect(try sound.repaired() == copy, "\(order)")
      // Each line is in the copy, or told to be left out.
      let told = account.kept + account.damaged.count + account.dropped + account.madeWhole
      let altered = account.gaps.count { $0.reason == "paused" }
      #expect(told + altered == lines.count, "\(order)")
      for n in sound.first...sound.last where sound.hasState(n) {
        #expect(try sound.state(n) == sample.states[n], "\(order)")
      }
    }
  }

  @Test("an end that stands before lines of its session is brought behind them", arguments: 0...8)
  func earlyEnd(lines count: Int) throws {
    var builder = SessionBuilder.counter([1, 2], closed: false)
    builder.action(3)
    builder.end(3)
    builder.input(3, "date", 7)
    builder.patch(3, to: ["total": 6])
    builder.keyframe(3)
    builder.mark(3, "a")
    builder.outside(3, to: ["total": 0])
    builder.mark(3, "b")
    builder.add(["kind": "note"])
    builder.mark(1, "c")
    let lines = Array(builder.chunks().prefix(8 + count))
    let end = lines[7]
    let repaired = try open(Array(lines.joined())).repaired()
    var expected = lines
    if count > 0 { expected.append(expected.remove(at: 7)) }
    #expect(repaired == Array(expected.joined()))
    let read = try Session(bytes: Data(lines.joined()), file: "s.ndjson", mode: .salvage)
    #expect(read.ending == .closed)
    #expect(read.reading.skippedLines == 0)
    #expect(end.starts(with: #"{"kind":"end""#.utf8))
    #expect(
      read.reading.faults.map(\.description)
        == (count > 0
          ? [
            "s.ndjson:9:1: a line after the end of the session (byte "
              + "\(lines[..<8].joined().count))"
          ] : []))
  }

  @Test("an end behind which actions follow is left out")
  func endBeforeActions() throws {
    var builder = SessionBuilder.counter([1], closed: true)
    builder.action(2)
    builder.patch(2, to: ["total": 3])
    let lines = builder.chunks()
    let read = try Session(bytes: Data(lines.joined()), file: "s.ndjson", mode: .salvage)
    #expect(read.ending == .cutOff)
    #expect(
      read.reading.faults.map(\.description) == [
        "s.ndjson:5:1: the end after 1 does not belong here: lines are missing or out of order "
          + "(byte \(lines[..<4].joined().count))"
      ])
    let repaired = try read.repaired()
    #expect(repaired == Array((lines[..<4] + lines[5...]).joined()))
  }

  @Test("what follows the end and is of no use there costs nothing")
  func strangersBehindEnd() throws {
    var builder = SessionBuilder.counter([1], closed: false)
    builder.action(2)
    builder.end(2)
    let sound = builder.bytes()
    builder.add(SessionLine.session(SessionHeader(id: "x", started: "s", store: "t")).document)
    builder.whole(0, 0)
    #expect(try open(builder.bytes()).repaired() == sound)
  }

  /// A session with an input, a mark, an action that was only dispatched and a change from outside
  /// for each action, closed or not.
  private func eventful(_ count: Int, closed: Bool) -> SessionBuilder {
    var builder = SessionBuilder()
    builder.whole(0, ["total": 0])
    for n in stride(from: 1, through: count, by: 1) {
      builder.action(n)
      builder.input(n, "date", 7)
      builder.patch(n, to: ["total": .number(n)])
      builder.mark(n, "mark")
      builder.add(.dispatched(DispatchedLine(n: n, t: n, type: "thunk", action: 1)))
      builder.outside(n, to: ["total": .number(-n)])
    }
    if closed { builder.end(count) }
    return builder
  }

  @Test("of two sessions in one file the first is left as it is, however long the second is")
  func twoInOneFile() throws {
    for (first, second) in [(0, 2), (1, 1), (2, 1), (2, 5), (3, 3)] {
      let one = eventful(first, closed: true).bytes()
      for closed in [true, false] {
        let two = eventful(second, closed: closed)
        let file = one + two.bytes()
        #expect(try open(file).repaired() == one, "\(first) and \(second)")
        let read = try Session(bytes: Data(file), file: "s.ndjson", mode: .salvage)
        #expect(read.ending == .closed)
        #expect(read.last == first)
        #expect(read.reading.faults.count == two.lines.count)
        #expect(read.reading.skippedLines == two.lines.count)
      }
    }
  }

  @Test("an end before a state of which nothing is known, and its action is lost")
  func endBeforeUnknownState() throws {
    var builder = SessionBuilder()
    builder.patch(16, to: ["total": 1])
    builder.end(15)
    let repaired = try open(builder.bytes()).repaired()
    #expect(
      String(decoding: repaired, as: UTF8.self).split(separator: "\n").dropFirst().map {
        $0.prefix(48)
      } == [
        #"{"kind":"gap","n":16,"t":0,"lost":16,"reason":"d"#,
        #"{"kind":"end","n":15,"t":15000000,"crc":"aa6768f"#,
      ])
  }
}
