import Commands
import Inspector
import Testing

struct ColorChoiceTests {
  @Test("a flag that says always or never wins over everything")
  func flagWins() {
    for isTerminal in [false, true] {
      for environment in [[:], ["NO_COLOR": "1"], ["CLICOLOR_FORCE": "1"], ["TERM": "dumb"]] {
        #expect(ColorChoice.always.usesColor(environment: environment, isTerminal: isTerminal))
        #expect(!ColorChoice.never.usesColor(environment: environment, isTerminal: isTerminal))
      }
    }
  }

  /// An environment, and whether auto means colour at a terminal and in a pipe.
  typealias Row = (environment: [String: String], terminal: Bool, pipe: Bool)

  @Test(
    "auto asks the environment in its order, then the stream",
    arguments: [
      (["TERM": "xterm"], true, false),
      ([:], false, false),
      (["TERM": ""], false, false),
      (["TERM": "dumb"], false, false),
      (["TERM": "xterm", "NO_COLOR": ""], true, false),
      (["TERM": "xterm", "NO_COLOR": "0"], false, false),
      (["TERM": "xterm", "CLICOLOR_FORCE": ""], true, false),
      (["TERM": "xterm", "CLICOLOR_FORCE": "0"], true, false),
      (["TERM": "xterm", "CLICOLOR_FORCE": "1"], true, true),
      (["CLICOLOR_FORCE": "yes"], true, true),
      (["TERM": "dumb", "CLICOLOR_FORCE": "1"], true, true),
      (["TERM": "xterm", "CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false, false),
    ] as [Row])
  func auto(row: Row) {
    let (environment, terminal, pipe) = row
    #expect(ColorChoice.auto.usesColor(environment: environment, isTerminal: true) == terminal)
    #expect(ColorChoice.auto.usesColor(environment: environment, isTerminal: false) == pipe)
  }

  @Test("the words of the option are the names of the choices")
  func words() {
    #expect(ColorChoice.allCases.map(\.rawValue) == ["auto", "always", "never"])
  }
}
