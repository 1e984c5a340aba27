import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Margins of deep values")
struct MarginTests {
  @Test("most of what was written of a value of 500 levels was margins")
  func deep() throws {
    let value = try JSONValue(
      parsing: String(repeating: "[", count: 500) + "1" + String(repeating: "]", count: 500))
    var page = Page()
    PrettyValue().write(value, to: &page)
    let lines = page.rendered(RenderOptions()).split(separator: "\n")
    #expect(lines.map(\.count).max() == 2 * 32 + 1)
    #expect(try JSONValue(parsing: lines.joined()) == value)
    for depth in 0...40 {
      #expect(Margin.text(depth) == String(repeating: " ", count: 2 * min(depth, 32)))
    }
  }
}
