import Testing

@testable import Commands
@testable import Inspector

@Suite("What a refused condition says to try is accepted, as it is printed")
struct ConditionRemedyTests {
  /// Mistakes, and what to try; nil if nothing is certain enough.
  private static let mistakes: [(typed: String, remedy: String?)] = [
    ("$.items[0].id > 3", "items[0].id > 3"),
    ("$.items[*].id > 3", "items[?@.id > 3]"),
    ("items[*].id > 3", "items[?@.id > 3]"),
    ("$.state.items[*].name == 'Tea'", "$.state.items[?@.name == 'Tea']"),
    ("@.items[?@.id == 3]", "items[?@.id == 3]"),
    ("items[0].ID > 3", "items[0].id > 3"),
    ("item[0].id > 3", "items[0].id > 3"),
    ("$.before.item[0]", "$.before.items[0]"),
    ("state.items[0]", "items[0]"),
    ("total = 3", "total == 3"),
    ("total === 3", "total == 3"),
    ("total => 3", "total >= 3"),
    ("total =< 3", "total <= 3"),
    ("total <> 3", "total != 3"),
    ("total > 3 and $.n > 2", "total > 3 && $.n > 2"),
    ("total > 3 OR $.n > 2", "total > 3 || $.n > 2"),
    ("total > 3 & $.n > 2", "total > 3 && $.n > 2"),
    ("not items[0]", "!items[0]"),
    ("$.type == pay", "$.type == \"pay\""),
    ("$.type = pay", "$.type == \"pay\""),
    ("type == 'pay'", "$.type == 'pay'"),
    ("$.Type == 'pay'", "$.type == 'pay'"),
    ("$.type == 'pya'", "$.type == 'pay'"),
    ("pay", "$.type == \"pay\""),
    ("items.count > 1", "count(items[*]) > 1"),
    ("items.length > 1", "count(items[*]) > 1"),
    ("items[0].name contains \"Tea\"", "search(items[0].name, \"Tea\")"),
    ("items[0].name ~ 'Tea'", "search(items[0].name, 'Tea')"),
    ("items[0].name == Tea", "items[0].name == \"Tea\""),
    ("$.count == 1", nil), ("$.length > 1", nil),
    ("$.cart.total < 0", nil),
    ("$.payload", nil),
    ("total > ", nil),
    ("a = \"b", nil),
    ("", nil),
  ]

  @Test("each of them", arguments: mistakes)
  func accepted(typed: String, remedy: String?) throws {
    var sample = try SampleWorkspace()
    let refusal = sample.told("find \(typed)")
    #expect(refusal.hasPrefix("error: "))
    let parts = refusal.split(separator: "; try ", maxSplits: 1)
    let tail = parts.count > 1 ? String(parts[1]) : nil
    let said = tail?.replacing("; --anyway asks nevertheless", with: "").dropLast()
    #expect(said.map(String.init) == remedy, "\(refusal)")
    guard let said else { return }
    for command in ["find", "first", "bisect"] {
      #expect(!sample.told("\(command) \(said)").hasPrefix("error"), "\(command) \(said)")
    }
  }
}
