import Testing

@testable import Inspector

@Suite("What is told of the end of a host")
struct HostDeathTests {
  @Test("the line of a Swift trap is told also where many lines follow it")
  func fatalLineBeforeAStackTrace() {
    let trace = (0..<30).map { "\($0) App" }
    let fatal = "App/Reducer.swift:7: Fatal error: no balance"
    let told = HostDeath.lastLines(of: ["hello", fatal] + trace)
    #expect(told == [fatal] + trace.suffix(15))
    #expect(HostDeath.lastLines(of: trace) == trace.suffix(16))
    #expect(HostDeath.lastLines(of: ["hello", fatal, "bye"]) == ["hello", fatal, "bye"])
    let death = HostDeath(command: "app", action: 3, ending: .signal(4), standardError: told)
    #expect(death.lastWords == fatal)
  }
}
