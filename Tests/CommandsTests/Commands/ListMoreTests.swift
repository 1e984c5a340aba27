import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("A list goes on behind its last row")
struct ListMoreTests {
  private static func sample(_ count: Int) throws -> SampleWorkspace {
    try SampleWorkspace(.counter(Array(repeating: 1, count: count)))
  }

  /// The numbers of the steps that a line lists, and what an empty line after it runs.
  private func listed(_ line: String, _ sample: inout SampleWorkspace) throws -> ([Int], String?) {
    let result = try sample.run(line)
    let rows = (result.report as? ListReport)?.rows ?? []
    return (rows.compactMap { $0["n"]?.number.flatMap { Int($0.text) } }, result.next.entered)
  }

  @Test("the rows behind were reached only by a goto, and an empty line moved away")
  func pages() throws {
    var sample = try Self.sample(26)
    var pages: [[Int]] = []
    var line = "list"
    for _ in 0..<3 {
      let (numbers, entered) = try listed(line, &sample)
      pages.append(numbers)
      line = try #require(entered)
      #expect(line == "list more")
    }
    #expect(pages == [Array(1...10), Array(11...20), Array(21...26)])
    // One Enter too many says so, and neither repeats a motion nor begins anew.
    for _ in 0..<2 {
      #expect(sample.told("list more") == "no more steps behind 26\n")
      #expect(try sample.run("list more").next.entered == "list more")
    }
    #expect(sample.workspace.n == 0)
    // It has as many rows as the list before.
    #expect(try listed("list 3", &sample).0 == [1, 2, 3])
    #expect(try listed("list more", &sample).0 == [4, 5, 6])
  }

  @Test("a list that is whole leaves an empty line to the last motion")
  func whole() throws {
    var sample = try Self.sample(4)
    #expect(try listed("list", &sample).1 == nil)
  }

  @Test("hidden steps are passed over, and counted")
  func hidden() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["v": 0])
    for n in 1...12 {
      builder.action(n, n % 2 == 0 ? "even" : "odd")
      builder.patch(n, to: ["v": .number(n)])
    }
    builder.end(12)
    var sample = try SampleWorkspace(builder)
    _ = try sample.run("hide even")
    #expect(try listed("list 2", &sample).0 == [1, 3])
    #expect(try listed("list more", &sample).0 == [5, 7])
    #expect(sample.told("list more").contains("2 steps hidden"))
  }

  @Test("without a list, or on another branch, there is nothing to go on from")
  func nothing() throws {
    var sample = try Self.sample(3)
    #expect(
      sample.told("list more")
        == "error: list: nothing is listed yet that it could go on from; usage: list [N]\n")
    #expect(sample.told("list x").hasPrefix("error: list: N is a number of 1 or more, not x"))
  }
}
