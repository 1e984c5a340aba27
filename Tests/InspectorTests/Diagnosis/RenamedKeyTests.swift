import SessionFormat
import Testing

@testable import Inspector

@Suite("A value that comes back by another key")
struct RenamedKeyTests {
  private func words(_ recorded: JSONValue, _ answer: JSONValue) -> [String] {
    Difference.list(from: recorded, to: answer).map {
      RenamedKey.words($0.path, in: recorded, answer)
    }
  }

  @Test("a renamed key was only a place that differs")
  func renamed() {
    let words = ": what was at /items/0/ttl comes back at /items/0/life, by another key"
    #expect(
      self.words(["items": [["id": 1, "ttl": 5]]], ["items": [["id": 1, "life": 5]]])
        == [words, words])
  }

  @Test("a value that is lost, or changed, or of an object that has both keys, was not renamed")
  func others() {
    #expect(words(["a": 1, "b": 2], ["b": 2]) == [""])
    #expect(words(["a": 1], ["b": 2]) == ["", ""])
    #expect(words(["a": 1, "b": 1], ["a": 2, "b": 1]) == [""])
    #expect(words([1], [2]) == [""])
    #expect(words(1, 2) == [""])
  }
}
