import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Packages that show a fault")
struct TestPackageTests {
  private func package(
    _ sources: [(name: String, text: String)], state: String = "State",
    action: String = "any Feed.Action",
    types: [(pattern: String, type: String)] = [("*", "State.*")], hasInput: Bool = false
  ) throws -> TestPackage {
    var builder = SessionBuilder()
    builder.whole(0, ["v": 0])
    builder.action(1, "Add", ["n": 1])
    if hasInput { builder.input(1, "date", 1) }
    builder.whole(1, ["v": 1])
    let script = try ReductionScript(
      try builder.session(), ReductionScript.Request()
    ) { false }
    let names = TestNames(
      modules: ["App"], state: state, action: action, isActionRecorded: false, types: types,
      reduce: ["reduce(&state, action)"], assumed: [], refused: { .notRepeatable($0) })
    return TestPackage(
      try GeneratedTest(script, names, .swiftTesting, name: "ReproductionTests", remarks: []),
      sources: sources)
  }

  @Test("without sources a stub stands for the types, and the test says what to paste")
  func stub() throws {
    let package = try package([])
    #expect(package.missing == "no --sources name the files of the reducer")
    #expect(
      package.files.map(\.path) == [
        "Package.swift", "Sources/App/Reducer.swift", "Tests/AppTests/ReproductionTests.swift",
      ])
    #expect(
      package.files[1].text == """
        // PASTE HERE, in place of everything in this file: the state, the actions and the reducer. As few
        // lines as the test needs; then let the test call the reducer, as it says there.

        struct State: Codable {}
        enum Feed {}
        extension Feed { protocol Action {} }
        extension State { struct Add: Feed.Action, Codable {} }

        struct NothingPasted: Error {}

        """)
    #expect(
      package.files[2].text.contains("  // reduce(&state, action)\n  throw NothingPasted()\n"))
  }

  @Test("the files of the app, and a stand-in for the module of inputs if it is needed")
  func sources() throws {
    let own = (name: "Own.swift", text: "struct State {}\n")
    let package = try package([own])
    #expect(package.missing == nil)
    #expect(
      package.files.map(\.path) == [
        "Package.swift", "Sources/App/Own.swift", "Tests/AppTests/ReproductionTests.swift",
      ])
    #expect(package.files[1].text == own.text)
    #expect(
      try self.package([own], hasInput: true).files[0].text == """
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(
          name: "Reproduction",
          platforms: [.macOS(.v13)],
          targets: [
            .target(name: "Recorder"),
            .target(name: "App", dependencies: ["Recorder"]),
            .testTarget(
              name: "AppTests",
              dependencies: ["App", "Recorder"]),
          ],
          swiftLanguageModes: [.v5]
        )

        """)
    #expect(
      try self.package([(name: "Own.swift", text: "import Recorder\n")]).files.map(\.path).contains(
        "Sources/Recorder/Inputs.swift"))
  }

  @Test("sources that make it longer than 200 lines give way to a stub")
  func tooLong() throws {
    let package = try package([(name: "Own.swift", text: String(repeating: "\n", count: 150))])
    #expect(package.missing?.hasSuffix(" lines, and 200 is the most") == true)
    #expect(package.files.reduce(0) { $0 + $1.text.count { $0 == "\n" } } <= 200)
  }
}
