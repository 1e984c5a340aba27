import SessionFormat
import Testing

@testable import Inspector

@Suite("Values near the recorded ones")
struct NearValuesTests {
  @Test("numbers below zero and with a fraction that any double has; a text in several forms")
  func near() throws {
    #expect(NearValues.near(250) == [-251, try JSONValue(parsing: "250.125")])
    #expect(NearValues.near(0) == [-1, try JSONValue(parsing: "0.125")])
    #expect(NearValues.near(try JSONValue(parsing: "1e30")).count == 1)
    #expect(NearValues.near("a") == [.string("a E\u{301}\r\n ")])
    #expect(NearValues.near(true) == [])
    #expect(NearValues.near([1]) == [])
  }
}
