import Testing

@testable import inspect

struct TerminalTests {
  @Test(
    "the width is that of COLUMNS, else of the terminal, else 80",
    arguments: [
      ("132", 100, 132), ("0", 100, 100), ("-5", 100, 100), ("wide", 100, 100), ("", 100, 100),
      (nil, 100, 100), (nil, 0, 80), (nil, nil, 80), ("x", nil, 80),
    ] as [(String?, Int?, Int)])
  func width(variable: String?, measured: Int?, width: Int) {
    let environment = variable.map { ["COLUMNS": $0] } ?? [:]
    #expect(Terminal.width(environment: environment, measured: measured) == width)
  }

  @Test("lines are edited only where both ends are terminals")
  func interactive() {
    for input in [false, true] {
      for output in [false, true] {
        let terminal = Terminal(
          inputIsTerminal: input, outputIsTerminal: output, errorIsTerminal: true)
        #expect(terminal.isInteractive == (input && output))
      }
    }
  }
}
