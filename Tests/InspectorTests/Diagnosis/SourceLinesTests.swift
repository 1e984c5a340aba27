import Testing

@testable import Inspector

@Suite("The lines that a symbolizer names")
struct SourceLinesTests {
  @Test("a line of atos has a name, a file and a line, or is not known")
  func atos() {
    #expect(
      SourceLines.Entry(atos: "closure #1 in reduce(_:_:) (in Toast) (/app/Toast (2)/App.swift:27)")
        == .init(
          function: "closure #1 in reduce(_:_:)", file: "/app/Toast (2)/App.swift", line: 27,
          column: 0))
    for unknown in [
      "", "0x100004f20", "main (in Toast) + 52", "main (in Toast) (App.swift:0)",
      "main (in Toast) (<compiler-generated>:0)",
    ] {
      #expect(SourceLines.Entry(atos: unknown) == nil, "\(unknown)")
    }
  }
}
