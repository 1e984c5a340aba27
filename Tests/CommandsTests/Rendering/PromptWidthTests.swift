import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("The prompt leaves room to type")
struct PromptWidthTests {
  private func prompt(_ columns: Int, store: String, type: String) throws -> String {
    var builder = SessionBuilder { $0.store = store }
    builder.whole(0, ["text": ""])
    builder.action(1, type)
    builder.patch(1, to: ["text": "a"])
    builder.end(1)
    var sample = try SampleWorkspace(builder)
    _ = try sample.run("next")
    return Page.inline(sample.workspace.prompt(columns: columns), RenderOptions())
  }

  @Test(
    "it took 49 of 60 columns: now a third of the line",
    arguments: [
      (30, "1/1> "), (40, "1/1> "), (60, "1/1 Request…utText> "),
      (80, "gourmet 1/1 Reques…tText> "), (120, "gourmet 1/1 RequestArchiv…ithInputText> "),
      (200, "gourmet 1/1 RequestArchiveWithInputTextAction> "),
    ])
  func width(columns: Int, prompt: String) throws {
    let shown = try self.prompt(
      columns, store: "gourmet", type: "RequestArchiveWithInputTextAction")
    #expect(shown == prompt)
  }

  @Test(
    "of any names it takes no more, and always says where one is",
    arguments: ["a", "toast", "theStoreOfThisVeryLargeApp", "ショッピング"],
    ["b", "enqueueToast", "RequestArchiveWithInputTextAction", "追加アクション", "Action"])
  func law(store: String, type: String) throws {
    for columns in [20, 24, 30, 40, 59, 60, 61, 80, 100, 120, 200] {
      let shown = try prompt(columns, store: store, type: type)
      #expect(DisplayWidth.columns(of: shown) <= max(5, columns / 3), "\(columns) \(shown)")
      #expect(shown.contains("1/1") && shown.hasSuffix("> "))
    }
  }
}
