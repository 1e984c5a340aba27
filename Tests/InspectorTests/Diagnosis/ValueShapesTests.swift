import SessionFormat
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("The shape of a recorded and a replayed value")
struct ValueShapesTests {
  /// Recorded at 2026-01-02T03:04:05Z, one second after the start; replayed a day later.
  private func shapes() throws -> ValueShapes {
    var builder = SessionBuilder { $0.started = "2026-01-02T03:04:04.000Z" }
    builder.whole(0, ["total": 0])
    builder.add(.action(ActionLine(n: 1, t: 1_000_000_000, type: "add", action: 1)))
    builder.patch(1, to: ["total": 1])
    return ValueShapes(try builder.session(), n: 1, replayTime: 1_767_323_045 + 86_400)
  }

  @Test("a start in words is read with and without a fraction")
  func starts() {
    #expect(ValueShapes.instant("2026-01-02T03:04:05Z") == 1_767_323_045)
    #expect(ValueShapes.instant("2026-01-02T03:04:05.500Z") == 1_767_323_045.5)
    #expect(ValueShapes.instant("yesterday") == nil)
  }

  @Test(
    "numbers of any unit, and texts, are times where each side is its own",
    arguments: [
      ("1767323045", "1767409445"), ("1767323046.9", "1767409444"),
      ("1767323045000", "1767409445123"), ("789015845.5", "789102245.5"),
      (#""2026-01-02T03:04:05Z""#, #""2026-01-03T03:04:06Z""#),
      (#""at 03:04:05""#, #""at 03:04:06""#), (#""11:34""#, #""3:04:06.25 am""#),
      (#""7:4""#, #""12:19""#),
    ])
  func times(pair: (String, String)) throws {
    #expect(try shapes().areTimes(JSONValue(parsing: pair.0), JSONValue(parsing: pair.1)))
  }

  @Test(
    "what is the same on both sides, or the time of neither, is none",
    arguments: [
      ("1767323045", "1767323045"), ("5", "6"), (#""2026""#, #""2027""#),
      (#""03:09:05""#, #""03:09:06""#), ("1767409445", "1767323045"), ("null", "null"),
      ("[]", "[1]"), (#""03:04:05""#, #""03:09:05""#),
    ])
  func noTimes(pair: (String, String)) throws {
    #expect(try !shapes().areTimes(JSONValue(parsing: pair.0), JSONValue(parsing: pair.1)))
  }

  @Test("orders")
  func orders() {
    #expect(ValueShapes.areReordered([1, 2, 3], [3, 1, 2]))
    #expect(ValueShapes.areReordered("a,b", "b,a"))
    #expect(!ValueShapes.areReordered([1, 2], [1, 2]))
    #expect(!ValueShapes.areReordered([1, 2, 2], [1, 1, 2]))
    #expect(!ValueShapes.areReordered([1], [2]))
    #expect(!ValueShapes.areReordered("a", "b"))
    // Days with the same digits were.
    #expect(!ValueShapes.areReordered("2026-01-04 21:00", "2026-01-04 12:00"))
    #expect(!ValueShapes.areReordered(nil, [1]))
  }

  @Test("numbers that differ in the last digit, of 64 bits and of 32")
  func neighbours() throws {
    func number(_ value: Double) throws -> JSONValue {
      .number(try #require(JSONNumber(value)))
    }
    #expect(ValueShapes.areNeighbours(try number(0.3), try number((0.3).nextUp)))
    #expect(ValueShapes.areNeighbours(try number(0.42857143), try number(0.42857146)))
    #expect(!ValueShapes.areNeighbours(try number(0.3), try number(0.31)))
    #expect(!ValueShapes.areNeighbours(4, 5))
    #expect(!ValueShapes.areNeighbours(4, 4))
  }

  @Test("numbers of which one is the other, cut")
  func rounded() throws {
    func value(_ text: String) throws -> JSONValue { try JSONValue(parsing: text) }
    #expect(ValueShapes.isRounded(try value("1000.7"), 1000))
    #expect(ValueShapes.isRounded(try value("0.1"), try value("0.10000000149011612")))
    #expect(!ValueShapes.isRounded(1, 2))
    #expect(!ValueShapes.isRounded(try value("1.5"), try value("1.6")))
  }

  @Test("a value that is none of a row, by its kind or by what is no UUID in it")
  func unlike() {
    let ids: [JSONValue?] = [
      "a:0D4CB9A5-8F71-4C3C-9A7B-1B6F2E0A9C11", "a:7D4CB9A5-8F71-4C3C-9A7B-1B6F2E0A9C12",
    ]
    let rows: [([JSONValue?], like: [JSONValue?], unlike: [JSONValue?])] = [
      (
        ids, ["a:FD4CB9A5-8F71-4C3C-9A7B-1B6F2E0A9C10"],
        ["a:7", "", 7, nil, .null, [:], ids[0].map { ["x": $0] }]
      ),
      (["oak", "elm"], ["", "user-7"], [1, nil, .null, true, []]),
      ([1, 2], [-3], ["1", nil]),
      ([nil, nil], [nil], [0]),
      (["oak", 1], ["elm", nil, [:]], []),
    ]
    for row in rows {
      for value in row.like {
        #expect(!ValueShapes.isUnlike(value, row.0), "\(row) \(String(describing: value))")
      }
      for value in row.unlike {
        #expect(ValueShapes.isUnlike(value, row.0), "\(row) \(String(describing: value))")
      }
    }
  }

  @Test("identifiers, and letters that are composed")
  func texts() {
    let (left, right): (JSONValue, JSONValue) = (
      "9F630D36-564E-4356-BBED-D555354779C3", "7A1D6923-00C0-44FF-B5BE-248F5B96A036"
    )
    #expect(ValueShapes.areUUIDs(left, right))
    #expect(!ValueShapes.areUUIDs(left, "none"))
    #expect(ValueShapes.areNormalized("e\u{301}", "\u{E9}"))
    #expect(!ValueShapes.areNormalized("e", "e"))
    #expect(!ValueShapes.areNormalized("e", "f"))
  }
}
