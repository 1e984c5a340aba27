import Testing

@testable import Commands
@testable import Inspector

@Suite("The reason and the line of a crash")
struct CrashTextTests {
  private func text(_ standardError: [String]) -> String {
    var page = Page()
    HostDeath(command: "h", action: 8, ending: .signal(4), standardError: standardError)
      .writeReason(to: &page)
    return page.rendered(RenderOptions())
  }

  @Test("of a trap whose backtrace names lines of sources it is the first of them")
  func backtrace() {
    #expect(
      text([
        "*** Signal 4: Backtracing from 0x55944d35f40a... done ***",
        "*** Swift runtime failure: arithmetic overflow ***",
        "Thread 0 \"inspect\" crashed:",
        "  0 [inlined] [system] 0x000055944d35f40a Swift runtime failure: arithmetic overflow in "
          + "inspect at //<compiler-generated>",
        "  1                    0x000055944d35f40a static CounterApp.reduce(_:_:) + 202 in inspect "
          + "at /src/Sources/Counter/CounterApp.swift:21:40",
        "  2 [ra]               0x000055944d2c5fa2 closure #1 in Host.run() + 225 in inspect at "
          + "/src/Sources/Host.swift:87:21",
      ]) == """
          reason    Swift runtime failure: arithmetic overflow
          at        static CounterApp.reduce(_:_:)  CounterApp.swift:21:40

        """)
  }

  @Test("of a message it is the message, and of nothing there is nothing")
  func message() {
    #expect(
      text(["starting", "App/Cart.swift:12: Fatal error: no items", "more"])
        == "  reason    App/Cart.swift:12: Fatal error: no items\n")
    #expect(text([]) == "")
    #expect(text(["*** ***", "\u{1B}[31m"]) == "  reason    \\u{1B}[31m\n")
  }
}
