import TestSupport
import Testing

@testable import SessionFormat

@Suite("What two containers share is known without a look at it")
struct UnsharedRunTests {
  /// The children in order, with the names of members.
  private static func children(_ value: JSONValue) -> [JSONValue] {
    value.object.map { $0.map { [.string($0.name), $0.value] } } ?? value.array.map(Array.init)
      ?? []
  }

  /// A container after a random change of one child.
  private static func changed(
    _ value: JSONValue, _ number: Int, _ generator: inout SplitMix64
  ) throws -> JSONValue {
    let count = children(value).count
    let place = Int.random(in: 0..<max(count, 1), using: &generator)
    if let array = value.array {
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: return array.inserting(.number(number), at: place)
      case 1 where count > 0: return array.removing(at: place)
      default: return count > 0 ? array.replacing(at: place, with: .number(number)) : value
      }
    }
    let object = try #require(value.object)
    if Bool.random(using: &generator) || count == 0 {
      return object.setting("new\(number)", to: .number(number))
    }
    return Bool.random(using: &generator)
      ? object.removing(object[place].name) : object.setting(object[place].name, to: .null)
  }

  @Test(
    "between the stretches both are equal, whatever was changed",
    arguments: [0, 1, 16, 17, 33, 256, 257, 1500])
  func equalBetween(count: Int) throws {
    let array = JSONValue.array((0..<count).map { .number($0) })
    let object = JSONValue.object((0..<count).map { ("m\($0)", .number($0)) })
    var generator = SplitMix64(seed: UInt64(count))
    for start in [array, object] {
      for round in 0..<20 {
        var value = start
        for step in 0..<(1 + round % 5) {
          value = try Self.changed(value, -1 - step, &generator)
        }
        let runs = try #require(start.unsharedRuns(with: value))
        let (old, new) = (Self.children(start), Self.children(value))
        var (at, atNew) = (0, 0)
        for run in runs + [UnsharedRun(old: old.count..<old.count, new: new.count..<new.count)] {
          #expect(Array(old[at..<run.old.lowerBound]) == Array(new[atNew..<run.new.lowerBound]))
          (at, atNew) = (run.old.upperBound, run.new.upperBound)
        }
      }
      #expect(start.unsharedRuns(with: start) == [])
    }
  }

  @Test("one change is one short stretch; what was parsed tells nothing")
  func isShort() throws {
    let array = JSONValue.array((0..<100_000).map { .number($0) })
    let changed = try #require(array.array).replacing(at: 70_000, with: .null)
    let runs = try #require(array.unsharedRuns(with: changed))
    #expect(runs.count == 1 && runs[0].old.count <= 16 && runs[0].old == runs[0].new)
    #expect(runs[0].old.contains(70_000))
    #expect(try JSONValue(parsing: "[1]").unsharedRuns(with: [1]) == nil)
    #expect(JSONValue.null.unsharedRuns(with: .null) == nil)
  }

  @Test("elements that are read near each other are those of the array, parsed or changed")
  func reader() throws {
    var generator = SplitMix64(seed: 9)
    for count in [0, 1, 16, 17, 300, 5000] {
      let text = "[" + (0..<count).map(String.init).joined(separator: ",") + "]"
      var array = try #require(JSONValue(parsing: text).array)
      for round in 0..<8 {
        var reader = ElementReader(array)
        #expect(reader.count == array.count)
        #expect(reader[0..<array.count] == Array(array))
        for _ in 0..<200 where array.count > 0 {
          let place = Int.random(in: 0..<array.count, using: &generator)
          let end = min(array.count, place + round)
          #expect(reader[place] == array[place])
          #expect(reader[place..<end] == (place..<end).map { array[$0] })
        }
        let place = Int.random(in: 0...array.count, using: &generator)
        array = try #require(array.inserting(.number(-round), at: place).array)
      }
    }
  }
}
