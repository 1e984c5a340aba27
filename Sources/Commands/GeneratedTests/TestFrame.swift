/// The library of tests for which a test is written.
enum TestFrame: String, CaseIterable {
  case swiftTesting = "swift-testing"
  case xctest

  var module: String { self == .xctest ? "XCTest" : "Testing" }

  /// The declaration of a type of tests.
  func type(_ name: String) -> String {
    // The reducer may be of the main actor; if it is of none, it can be called there as well.
    self == .xctest ? "final class \(name): XCTestCase {" : "@MainActor\nstruct \(name) {"
  }

  /// The lines that declare a test.
  func test(_ name: String, says title: String) -> [String] {
    switch self {
    case .swiftTesting: ["@Test(\(SwiftText.quoted(title)))", "func \(name)() throws {"]
    // Only an async test may be of the main actor on Linux.
    case .xctest:
      [
        "/// \(SwiftText.comment(title)).", "@MainActor",
        "func test\(name.prefix(1).uppercased())\(name.dropFirst())() async throws {",
      ]
    }
  }

  func isEqual(_ left: String, _ right: String) -> String {
    self == .xctest ? "XCTAssertEqual(\(left), \(right))" : "#expect(\(left) == \(right))"
  }

  func isTrue(_ condition: String) -> String {
    self == .xctest ? "XCTAssertTrue(\(condition))" : "#expect(\(condition))"
  }

  func throwing(_ lines: [String]) -> [String] {
    let opening =
      self == .xctest ? "XCTAssertThrowsError(try {" : "#expect(throws: (any Error).self) {"
    return [opening] + lines.map { $0.isEmpty ? $0 : "  " + $0 } + [self == .xctest ? "}())" : "}"]
  }
}
