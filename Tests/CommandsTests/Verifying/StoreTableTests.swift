import Foundation
import SessionFormat
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Config files set hosts and more by the name of the store")
struct StoreTableTests {
  private func table(_ text: String, file: String = "ci/rc") throws(InspectorError) -> StoreTable {
    try StoreTable(Array(text.utf8), file: file)
  }

  @Test("every setting, comments, blanks, quoted names, other line ends and a byte order mark")
  func settings() throws {
    let table = try table(
      "\u{FEFF}# hosts\r\n\r\n[store toast]\r\n"
        + "  host = .build/debug/Host --say 'a b'\nignore=$.items[*].id\nignore = $..at\n"
        + "patience = 90\nhost-memory = 2G\n\t[store \"two words\"]\nhost = swift run # as built\n"
        + "[store absolute]\nhost = /bin/cat\n[store bare]\n")
    var toast = StoreSettings()
    toast.host = HostCommand(
      program: "ci/.build/debug/Host", arguments: ["--say", "a b"],
      name: ".build/debug/Host --say 'a b'")
    toast.ignore = [try IgnoredPlaces("$.items[*].id"), try IgnoredPlaces("$..at")]
    toast.patience = 90
    toast.memory = 2 << 30
    #expect(table["toast"] == toast)
    #expect(table["two words"]?.host == HostCommand(program: "swift", arguments: ["run"]))
    #expect(table["absolute"]?.host == HostCommand(program: "/bin/cat"))
    #expect(table["bare"] == StoreSettings())
    #expect(table["other"] == nil)
  }

  @Test("a name is compared by bytes: composed and decomposed letters are two stores")
  func names() throws {
    let table = try table("[store caf\u{E9}]\npatience = 1\n[store cafe\u{301}]\npatience = 2\n")
    #expect(table["caf\u{E9}"]?.patience == 1)
    #expect(table["cafe\u{301}"]?.patience == 2)
  }

  @Test("of a command among the settings nobody said where it belongs")
  func commands() {
    let file = UserFile(Array("alias zz = list 3\n[store a]\nstep\n".utf8), file: "rc")
    #expect(
      file.faults.map(\.description) == [
        "rc:1:1: there is no setting alias; commands stand below [commands]",
        "rc:3:1: there is no setting step; commands stand below [commands]",
      ])
  }

  @Test("each fault is told with file, line and column")
  func faults() {
    for (text, words) in [
      ("host = x", "1:1: host comes before the first [store NAME]"),
      ("[store a]\n  hots = x", "2:3: there is no setting hots; did you mean host?"),
      ("[store a]\nhost", "2:1: a line is [store NAME] or SETTING = VALUE"),
      ("[store a]\nhost =  ", "2:7: host has no value"),
      ("[store a]\nhost = # x", "2:8: host has no value"),
      ("[store a]\nhost = 'x", "2:8: a quote is not closed"),
      ("[store a]\nhost = x\nhost = y", "3:1: host is set already"),
      ("[store a]\npatience = 0", "2:12: patience is a number of seconds from 1 to 86400, not 0"),
      (
        "[store a]\nhost-memory = 2T",
        "2:15: host-memory is a number of bytes of 1 or more, which may end in K, M or G, not 2T"
      ),
      (
        "[store a]\nignore = items[",
        "2:10: column 7: the brackets need a name in quotes, an index, a slice, * or a ?condition"
      ),
      ("[store a", "1:1: the ] is missing"),
      ("[shop a]", "1:1: a heading is [store NAME], or [store \"NAME\"] with blanks in it"),
      ("[store a b]", "1:1: a heading is [store NAME], or [store \"NAME\"] with blanks in it"),
      ("[store a]\n[store a]", "2:1: the store a has a heading already"),
    ] {
      #expect(errorText { () throws(InspectorError) in try table(text) } == "ci/rc:\(words)")
    }
    #expect(
      errorText { () throws(InspectorError) in try StoreTable([0x0A, 0xFF], file: "rc") }
        == "rc:2:1: the line is not UTF-8")
  }

  @Test("a store that both files name has the settings of the first alone")
  func over() throws {
    let project = try table("[store a]\npatience = 1\n[store b]\npatience = 2\n")
    let user = try table("[store b]\nignore = $..x\n[store c]\npatience = 3\n")
    let both = project.over(user)
    #expect(both["a"]?.patience == 1)
    #expect(both["b"] == project["b"])
    #expect(both["c"]?.patience == 3)
  }

  @Test("the file of the user is where the environment says, and never beside the current folder")
  func userFile() {
    #expect(
      UserFile.path(["XDG_CONFIG_HOME": "/x", "HOME": "/h"]) == "/x/inspect/inspectrc")
    #expect(UserFile.path(["HOME": "/h"]) == "/h/.config/inspect/inspectrc")
    #expect(
      UserFile.path(["XDG_CONFIG_HOME": ".", "HOME": "/h"])
        == "/h/.config/inspect/inspectrc")
    #expect(UserFile.path(["XDG_CONFIG_HOME": "", "HOME": "h"]) == nil)
    #expect(UserFile(["HOME": "/nobody/is/here"]).stores == StoreTable())
    for home in ["", ".", "mine"] { #expect(UserFile.path(["HOME": home]) == nil) }
  }
}
