import TestSupport
import Testing

@testable import SessionFormat

@Suite("The table of a dictionary")
struct DictionaryTableTests {
  /// What a table lists; nil if there is none.
  private func listed<Key, Value>(_ dictionary: [Key: Value]) -> [(Key, Value)]? {
    withExtendedLifetime(dictionary) {
      guard let table = DictionaryTable(dictionary) else { return nil }
      var listed: [(Key, Value)] = []
      table.forEachPlace {
        listed.append(
          (
            table.keys.assumingMemoryBound(to: Key.self)[$0],
            table.values.assumingMemoryBound(to: Value.self)[$0]
          ))
      }
      return listed
    }
  }

  private struct Padded: Hashable {
    var isOn: Bool
    var number: Int
    var small: Int8
    var text: String
  }

  @Test("its layout is known here, unless it is not to be used")
  func sound() {
    #expect(DictionaryTable.isSound)
    let dictionary = Dictionary(uniqueKeysWithValues: (0..<100).map { ($0, $0) })
    #expect(DictionaryTable(dictionary) != nil)
    PrivateLayout.$isUsed.withValue(false) { #expect(DictionaryTable(dictionary) == nil) }
  }

  @Test("there is none of a small dictionary, and one of every other size")
  func sizes() {
    var dictionary: [Int: String] = [:]
    for count in 0..<300 {
      #expect(dictionary.count == count)
      #expect((DictionaryTable(dictionary) != nil) == (count >= DictionaryTable.leastCount))
      dictionary[count] = "\(count)"
    }
  }

  @Test("it has what the dictionary lists, in its order, whatever is done to it", arguments: 0..<4)
  func law(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var dictionary: [Padded: Padded] = [:]
    for step in 0..<1_500 {
      let number = Int.random(in: 0..<200, using: &random)
      let key = Padded(isOn: number % 3 == 0, number: number, small: 1, text: "key \(number)")
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<5: dictionary[key] = nil
      case 5: dictionary = dictionary.filter { $0.key.number % 5 != step % 5 }
      case 6: dictionary = Dictionary(uniqueKeysWithValues: dictionary.map { $0 })
      case 7: dictionary.reserveCapacity(Int.random(in: 0..<1_000, using: &random))
      default: dictionary[key] = Padded(isOn: true, number: step, small: -1, text: "\(step)")
      }
      let copy = dictionary
      if step % 2 == 0 { dictionary[key]?.small = 2 }
      for dictionary in [dictionary, copy] where dictionary.count >= DictionaryTable.leastCount {
        let entries = try #require(listed(dictionary))
        let isSame = entries.elementsEqual(dictionary) { $0.0 == $1.key && $0.1 == $1.value }
        try #require(isSame, "seed \(seed), step \(step)")
      }
    }
  }

  @Test("values without a size, and of many words")
  func strides() throws {
    struct Empty: Hashable {}
    struct Wide: Hashable { var numbers = [1, 2]; var more = (0..<3); var text = "a" }
    let empty = Dictionary(uniqueKeysWithValues: (0..<50).map { (UInt16($0), Empty()) })
    #expect(try #require(listed(empty)).map(\.0) == empty.map(\.key))
    let wide = Dictionary(uniqueKeysWithValues: (0..<50).map { ("\($0)", Wide(text: "\($0)")) })
    #expect(try #require(listed(wide)).map(\.1) == wide.map(\.value))
  }
}
