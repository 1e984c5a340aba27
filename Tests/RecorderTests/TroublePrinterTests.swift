import SessionFormat
import TestSupport
import Testing

@testable import Recorder

@Suite("Troubles that nobody takes")
struct TroublePrinterTests {
  private static let lossy = RecorderError.lossyCodec(
    type: "SuccessHomeAction", path: "/_0",
    reason: #"decoding needs a member "banner_contents_id", not written here"#)

  @Test("each kind is said once, with nothing that acts on a terminal")
  func once() {
    let lines = Gathered<String>()
    let printer = TroublePrinter { lines.append($0) }
    let troubles: [RecorderError] = [
      Self.lossy, Self.lossy, .gap(n: 5, lost: 1, reason: "disk full"),
      .gap(n: 9, lost: 2, reason: "disk full"), .overlappingSteps(n: 3), .overlappingSteps(n: 4),
      .cutRendering(type: "Feed", leftOut: 3, limits: [.values(10)]),
      .cutRendering(type: "Feed", leftOut: 4, limits: [.values(10)]),
      .fileLost(path: "a\u{1b}[2Jb", reason: "the file\nwas \u{9b}1m removed"),
    ]
    for trouble in troubles { printer.handler(trouble) }
    #expect(
      lines.all == [
        "hindsight: \"SuccessHomeAction\" does not survive encode → decode at \"/_0\": decoding "
          + "needs a member \"banner_contents_id\", not written here\n",
        "hindsight: the recording goes on with state 5; 1 action before it was not recorded: "
          + "disk full\n",
        "hindsight: action 3 began while another was being reduced; its state is recorded whole, "
          + "and a replay cannot compare it\n",
        "hindsight: \"Feed\" is recorded in part: 3 of its members and elements, with all in them, "
          + "are left out, as reflection shows 10 values at the most: raise renderings.nodeLimit "
          + "(HINDSIGHT_NODE_LIMIT), or make the type Encodable\n",
        "hindsight: lines of the recording to \"a\\u001b[2Jb\" are gone: the file\\nwas \\u009b1m "
          + "removed\n",
      ])
  }

  @Test("a flood of faults ends")
  func limit() {
    let lines = Gathered<String>()
    let printer = TroublePrinter { lines.append($0) }
    for n in 0..<1_000 { printer.handler(.badSetting(name: "N\(n)", value: "", expected: "")) }
    #expect(lines.all.count == TroublePrinter.limit)
  }

  @Test("an app's own handler is the only one, and printing can be switched off")
  func choice() {
    let told = Gathered<RecorderError>()
    var options = RecorderOptions(onError: { told.append($0) })
    options.onError(Self.lossy)
    #expect(told.all == [Self.lossy])
    options.onError = { told.append($0) }
    options.onError(Self.lossy)
    #expect(told.all.count == 2)
    options = RecorderOptions()
    #expect(options.printsErrors)
    options.printsErrors = false
    options.onError(Self.lossy)
  }
}
