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

  @Test("of an error that points at a part of a line the words are told, not the pointer")
  func pointer() {
    let lines = [
      "warming up", "inspect: there is no verb hos", "  inspect hos toast", "          ^~~",
    ]
    func words(_ lines: [String]) -> String? {
      HostDeath(command: "app", action: 3, ending: .status(2), standardError: lines).lastWords
    }
    #expect(words(lines) == lines[1])
    #expect(words(Array(lines.dropLast())) == lines[2])
    #expect(words(["^"]) == "^")
    #expect(words([]) == nil)
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
