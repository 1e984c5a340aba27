import TestSupport
import Testing

@testable import SessionFormat

@Suite("Memory is counted once, whatever shares it")
struct MemoryCountTests {
  private func size(_ value: JSONValue, beside other: JSONValue? = nil) -> Int {
    var count = MemoryCount()
    _ = other.map { count.add($0, beside: nil) }
    return count.add(value, beside: other)
  }

  @Test("a value beside itself takes nothing, whatever it is", arguments: 0..<50)
  func itself(seed: Int) throws {
    var documents = RandomDocuments(seed: UInt64(seed))
    let value = documents.document()
    #expect(size(value, beside: value) == 0)
    let parsed = try JSONValue(parsing: value.description)
    #expect(size(parsed, beside: parsed) == 0)
  }

  @Test("the values of one text take it once, those of two take both")
  func texts() throws {
    let text = "[[1,2,3],[1,2,3]]"
    let value = try JSONValue(parsing: text)
    let other = try JSONValue(parsing: text)
    let (one, two) = (try #require(value[0]), try #require(value[1]))
    #expect(size(one) == size(value))
    #expect(size(two, beside: one) == 0)
    #expect(size(other, beside: value) == size(value))
    // The text, its tape of ten nodes, and what keeps them.
    #expect(size(value) == text.utf8.count + 1 + 12 * 16 + 160)
  }

  @Test("of a changed copy only the nodes on the way count")
  func changed() throws {
    let value = JSONValue.array((0..<4096).map { .number($0) })
    let changed = try #require(value.array).replacing(at: 700, with: .null)
    let leaf = 64 + (32 + 16 * MemoryLayout<JSONValue>.stride + 8 + 15) / 16 * 16
    let branch = 64 + (32 + 16 * 8 + 8 + 15) / 16 * 16
    // An allocator may give out two words more than it was asked for, which an array then uses.
    let slack = 0...16
    #expect(slack.contains((size(changed, beside: value) - leaf - 2 * branch) / 3))
    #expect(slack.contains((size(value) - 256 * leaf - 17 * branch) / 273))
  }

  @Test("what a chain of copies takes is no more than each alone", arguments: 0..<50)
  func chain(seed: Int) {
    var documents = RandomDocuments(seed: UInt64(seed))
    var values = [documents.document()]
    for _ in 0..<20 { values.append(documents.edited(values[values.count - 1])) }
    var count = MemoryCount()
    for (place, value) in values.enumerated() {
      let share = count.add(value, beside: place > 0 ? values[place - 1] : nil)
      #expect(share >= 0 && share <= size(value))
    }
  }
}
