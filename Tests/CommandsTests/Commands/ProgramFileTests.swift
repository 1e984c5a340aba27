import Foundation
import TestSupport
import Testing

@testable import Commands
@testable import Inspector
@testable import InspectorSupport

@Suite("Where a program is found")
struct ProgramFileTests {
  @Test("a product of the package that is tested was found by its path alone")
  func beside() throws {
    let host = try BuiltBinary.adoptingHosts
    #expect(
      ProgramFile.path(of: host.lastPathComponent).map {
        URL(filePath: $0).resolvingSymlinksInPath()
      }
        == host.resolvingSymlinksInPath())
    #expect(ProgramFile.path(of: "no-such-program-anywhere") == nil)
  }

  @Test("the first folder that has it wins, and a path is no name")
  func order() throws {
    let folders = [try SessionFolder(), try SessionFolder(), try SessionFolder()]
    for (place, mode) in [(0, 0o600), (1, 0o700), (2, 0o700)] {
      let path = folders[place].file("host")
      _ = FileManager.default.createFile(
        atPath: path, contents: Data(), attributes: [.posixPermissions: mode])
    }
    let paths = folders.map(\.path)
    #expect(ProgramFile.path(of: "host", in: paths) == folders[1].file("host"))
    #expect(ProgramFile.path(of: "host", in: paths.reversed()) == folders[2].file("host"))
    #expect(ProgramFile.path(of: "./host", in: paths) == nil)
    #expect(ProgramFile.path(of: folders[2].file("host"), in: []) == folders[2].file("host"))
  }
}
