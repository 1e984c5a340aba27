import Testing

@testable import SessionFormat

@Suite("Pairs of a dictionary")
struct PairOrderTests {
  @Test("those whose keys are written alike were in the order of a hash table")
  func keysAlike() throws {
    // No NaN is equal to another, so each is a key of its own.
    func text(_ values: [Int]) throws -> String {
      var pairs: [Double: Int] = [1: 0, 1.5: 9]
      for value in values { pairs[.nan] = value }
      return String(decoding: try ValueEncoder().bytes(of: pairs).bytes, as: UTF8.self)
    }
    for values in [[1, 2, 3], [3, 2, 1], [2, 3, 1]] {
      #expect(try text(values) == #"["NaN",1,"NaN",2,"NaN",3,1.0,0,1.5,9]"#)
    }
  }
}
