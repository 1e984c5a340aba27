import SessionFormat
import Testing

@testable import Commands
@testable import InspectorSupport

@Suite("Stand-ins are not taken for values")
struct HiddenNoteTests {
  @Test(
    "a stand-in was shown and compared as if the app had had it",
    arguments: [
      ("print token", "token is hidden: what is shown of it is a stand-in"),
      ("print $..token", "token is hidden: what is shown of it is a stand-in"),
      ("why token", "token is hidden: what is shown of it is a stand-in"),
      ("print user", "user.secret.pin is hidden: what is shown of it is a stand-in"),
      ("print /user/secret/pin", "user.secret.pin is hidden: what is shown of it is a stand-in"),
      ("tree user", "user.secret.pin is hidden: what is shown of it is a stand-in"),
      ("print user.name", nil), ("print count", nil), ("print empty", nil), ("when", nil),
      ("find token == \"Xyz9\"", "token is hidden: the condition reads its stand-in"),
      ("find $.state.token == \"Xyz9\"", "token is hidden: the condition reads its stand-in"),
      (
        "first count > 0 && user.secret.pin > 3",
        "user.secret.pin is hidden: the condition reads its stand-in"
      ),
      (
        "find $.action.logIn.token == \"x\"",
        "$.action.logIn.token is hidden: the condition reads its stand-in"
      ),
      ("find count > 0", nil), ("find $.action.logIn.name == \"Ann\"", nil),
    ])
  func notes(line: String, note: String?) throws {
    var builder = SessionBuilder { $0.redactions = ["$..token", "$.user.secret", "$.empty"] }
    builder.whole(
      0,
      [
        "token": "Abc1", "user": ["name": "Ann", "secret": ["pin": 1]], "count": 0, "empty": "",
      ])
    builder.action(1, "logIn", ["logIn": ["token": "Abc1", "name": "Ann"]])
    builder.whole(
      1, ["token": "Xyz9", "user": ["name": "Ann", "secret": ["pin": 4]], "count": 1, "empty": ""])
    var sample = try SampleWorkspace(builder)
    _ = try sample.run("goto 1")
    #expect(try sample.run(line).complaints == (note.map { ["note: \($0)"] } ?? []))
  }

  @Test("where nothing is hidden nothing is said of it")
  func plain() throws {
    var builder = SessionBuilder()
    builder.whole(0, ["token": "a"])
    var sample = try SampleWorkspace(builder)
    #expect(try sample.run("print token").complaints == [])
  }
}
