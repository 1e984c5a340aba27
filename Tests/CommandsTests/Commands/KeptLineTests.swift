import Foundation
import TestSupport
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("A setting or an alias is kept in the user's inspectrc, and all else in it stays")
struct KeptLineTests {
  /// A workspace whose config folder is this one.
  private func sample(_ folder: String) throws -> SampleWorkspace {
    var sample = try SampleWorkspace()
    var context = sample.workspace.context
    context.environment = ["XDG_CONFIG_HOME": folder]
    sample.workspace = Workspace(sample.workspace.session, context: context)
    return sample
  }

  private func folder() -> String {
    NSTemporaryDirectory() + "/kept-\(UUID().uuidString)"
  }

  private func file(_ folder: String) throws -> String {
    try String(contentsOfFile: folder + "/inspect/inspectrc", encoding: .utf8)
  }

  @Test("the file is made for its owner alone, and each line has one place in it")
  func missing() throws {
    let folder = folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var sample = try sample(folder)
    let name = folder + "/inspect/inspectrc"
    #expect(sample.told("set --save rows 20") == "kept in \(name): set rows 20\n")
    #expect(
      sample.told("alias --save top='goto end ;; list 5'")
        == "kept in \(name): alias top='goto end ;; list 5'\n")
    #expect(sample.told("set --save ro 30") == "kept in \(name): set rows 30\n")
    _ = sample.told("set width 90")
    #expect(sample.told("set --save width") == "kept in \(name): set width 90\n")
    _ = sample.told("alias up=back")
    #expect(sample.told("alias --save up") == "kept in \(name): alias up=back\n")
    #expect(sample.told("alias --save top=goto end") == "kept in \(name): alias top=goto end\n")
    #expect(
      try file(folder)
        == "[commands]\nset rows 30\nalias top=goto end\nset width 90\nalias up=back\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: name)
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    #expect(sample.workspace.settings.rows == 30)
    #expect(sample.told("alias top").contains("goto end"))
  }

  @Test(
    "wherever the commands stand, with any line ends",
    arguments: [
      ("[commands]", "[commands]\nset rows 5\n"),
      ("[store a]\nhost = x", "[store a]\nhost = x\n\n[commands]\nset rows 5\n"),
      ("# mine\n", "# mine\n\n[commands]\nset rows 5\n"),
      (
        "[commands]\nset rows 9\nset rows 8 ;; next\n\n# end\n\n[store a]\n",
        "[commands]\nset rows 5\nset rows 8 ;; next\n\n# end\n\n[store a]\n"
      ),
      (
        "[commands]\nalias a=b\n# last\n\n[store a]\npatience = 3\n",
        "[commands]\nalias a=b\n# last\nset rows 5\n\n[store a]\npatience = 3\n"
      ),
      ("[commands]\r\nset width 9\r\n", "[commands]\r\nset width 9\r\nset rows 5\r\n"),
      (
        "nonsense\n[commands]\n  set rows 3 \nset rows | cat\n",
        "nonsense\n[commands]\nset rows 5\nset rows | cat\n"
      ),
    ])
  func places(before: String, after: String) throws {
    let folder = folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(
      atPath: folder + "/inspect", withIntermediateDirectories: true)
    try Data(before.utf8).write(to: URL(filePath: folder + "/inspect/inspectrc"))
    var sample = try sample(folder)
    _ = try sample.run("set --save rows 5")
    #expect(try file(folder) == after)
    _ = try sample.run("set --save rows 5")
    #expect(try file(folder) == after)
  }

  @Test(
    "the commands of an alias are read again as they are",
    arguments: [
      "goto end", "a ;; b", "print 'x'", "x | cat", "x # y", #"find a == "b" ;; next"#, "%1 50%",
      #"it's "both" ;; x"#, " x", #"back\slash"#, #"\ ;; '"#, "'", "\"",
    ])
  func quotes(text: String) throws {
    guard let line = AliasCommands.line("w", text) else {
      // A quote that is not closed is read by no line.
      #expect(text == "'" || text == "\"" || text.hasPrefix(" ") || text.contains("\\"))
      return
    }
    var sample = try SampleWorkspace()
    _ = try sample.run(line)
    #expect(sample.workspace.aliases["w"] == Alias(text))
  }

  @Test("all that is hidden is kept in one line, each pattern as the prompt takes it")
  func hidden() throws {
    let folder = folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var sample = try sample(folder)
    let name = folder + "/inspect/inspectrc"
    _ = sample.told("hide 'an \"odd\" one' --anyway")
    #expect(
      sample.told("hide --save inc --anyway")
        == "kept in \(name): hide --anyway \"an \\\"odd\\\" one\" inc\n")
    #expect(try file(folder) == "[commands]\nhide --anyway \"an \\\"odd\\\" one\" inc\n")
    let line = try #require(UserFile(["XDG_CONFIG_HOME": folder]).commands.first).text
    var other = try self.sample(folder)
    _ = other.told(line)
    #expect(other.workspace.focus.hidden == ["an \"odd\" one", "inc"])
    #expect(sample.told("hide --save --none") == "removed from \(name)\n")
    #expect(sample.workspace.focus.hidden.isEmpty)
    #expect(try file(folder) == "[commands]\n")
  }

  @Test("nothing is changed if nothing can be written")
  func refused() throws {
    var sample = try SampleWorkspace()
    let words = "no folder for inspectrc is known, as neither XDG_CONFIG_HOME nor HOME is set"
    #expect(sample.told("set --save rows 5").contains(words))
    #expect(sample.told("alias --save a=next").contains(words))
    #expect(sample.workspace.settings.rows == 10 && sample.workspace.aliases.isEmpty)
    #expect(sample.told("set --save").contains("--save needs a NAME"))
    #expect(sample.told("set --save rows many").contains("rows is a number"))
    #expect(sample.told("alias --save nobody").contains("there is no alias nobody"))
  }

  @Test("what was kept is taken out again, wherever it stands, and all else stays")
  func removed() throws {
    let folder = folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(
      atPath: folder + "/inspect", withIntermediateDirectories: true)
    let name = folder + "/inspect/inspectrc"
    let text =
      "# mine\n[commands]\nset rows 5\nalias a=next\nset width 90\n set ro 7\nalias a=back\n"
    try Data(text.utf8).write(to: URL(filePath: name))
    var sample = try sample(folder)
    for line in ["set rows 7", "alias a=back"] { _ = try sample.run(line) }
    #expect(sample.told("set --save --default rows") == "removed from \(name)\n")
    #expect(sample.workspace.settings.rows == 10)
    #expect(
      try file(folder) == "# mine\n[commands]\nalias a=next\nset width 90\nalias a=back\n")
    #expect(sample.told("unalias --save a") == "removed from \(name)\n")
    #expect(sample.workspace.aliases.isEmpty)
    #expect(try file(folder) == "# mine\n[commands]\nset width 90\n")
    #expect(sample.told("set --save --default rows") == "\(name) does not set it\n")
    #expect(sample.told("set --default").contains("--default needs a NAME"))
    #expect(sample.told("set --default rows 3").contains("--default goes without VALUE"))
  }

  @Test("a link to a file that is kept elsewhere stays a link, and the file its rights")
  func link() throws {
    let folder = folder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(
      atPath: folder + "/inspect", withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: folder + "/dotfile"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o640], ofItemAtPath: folder + "/dotfile")
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/inspect/inspectrc", withDestinationPath: "../dotfile")
    var sample = try sample(folder)
    _ = try sample.run("set --save rows 5")
    #expect(
      try String(contentsOfFile: folder + "/dotfile", encoding: .utf8)
        == "[commands]\nset rows 5\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/dotfile")
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o640)
    _ = try FileManager.default.destinationOfSymbolicLink(atPath: folder + "/inspect/inspectrc")
  }
}
