import Testing

@testable import Inspector
@testable import InspectorSupport

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

  @Test("a trap in what was inlined is told without its address, which is another in each process")
  func fatalLineOfInlinedCode() {
    for address in ["0x0000560370f0c0a8", "0x000055e918fcb0a8"] {
      let lines = [
        "Thread 0 crashed:", "0 0x0000560370f0c0a9 count in App at /App/Count.swift:20:5",
        "  1 [inlined]  \(address) Swift runtime failure: arithmetic overflow in App at "
          + "/App/Count.swift:27:60",
      ]
      #expect(
        HostDeath.fatalLine(in: lines)
          == "Swift runtime failure: arithmetic overflow in App at /App/Count.swift:27:60")
    }
    let whole = "*** Swift runtime failure: arithmetic overflow ***"
    #expect(HostDeath.fatalLine(in: [whole]) == whole)
  }
}
