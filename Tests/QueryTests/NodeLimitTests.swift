import SessionFormat
import Testing

@testable import Query

@Suite("A count that is compared with a number stops as soon as the answer is known")
struct CountStopTests {
  private static let comparisons = ["==", "!=", "<", "<=", ">", ">="]
  private static let bounds = [
    "-1", "0", "1", "2", "3", "4", "2.5", "2.0", "1e0", "-0", "9223372036854775807", "1e99",
    "'2'", "null",
  ]

  /// The condition's answer for an array of so many elements, and how many visits it takes.
  private func ask(_ text: String, _ count: Int) throws -> (answer: Bool, visits: Int) {
    let condition = try Condition(overAny: text)
    let document: JSONValue = ["a": .array(Array(repeating: 1, count: count))]
    var visits = 0
    while true {
      do { return (try condition.holds(in: document, limit: visits), visits) } catch {
        visits += 1
      }
    }
  }

  @Test("the answers are those of counting all, on either side of the comparison")
  func law() throws {
    for comparison in Self.comparisons {
      for bound in Self.bounds {
        for count in 0...4 {
          let nodes = "count($.a[*])"
          // A length is told without a walk.
          let (left, right) = ("length($.a)", "\(bound) \(comparison)")
          let whole = try ask("\(left) \(comparison) \(bound)", count).answer
          #expect(
            try ask("\(nodes) \(comparison) \(bound)", count).answer == whole,
            "\(count) \(comparison) \(bound)")
          let mirrored = try ask("\(right) \(left)", count).answer
          #expect(try ask("\(right) \(nodes)", count).answer == mirrored, "\(right) \(count)")
        }
      }
    }
  }

  @Test("it costs what was needed, however much there is")
  func cost() throws {
    for text in ["count($.a[*]) > 5", "count($.a[*]) <= 5", "6 > count($.a[*])"] {
      #expect(try ask(text, 50).visits == ask(text, 500).visits, "\(text)")
    }
    #expect(try ask("count($.a[*]) >= 0", 50).visits == 1)
    #expect(try ask("count($..*) >= 50", 500).visits < ask("count($..*) >= 400", 500).visits)
  }
}
