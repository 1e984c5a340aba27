import Foundation
import Testing

@testable import Inspector
@testable import InspectorSupport

@Suite("Files that are written whole, or not at all")
struct NewFileTests {
  @Test("a link to a pipe or a folder was replaced, so that nothing led there any more")
  func links() throws {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appending(path: "new-file-\(UUID())").path
    try files.createDirectory(atPath: folder + "/folder", withIntermediateDirectories: true)
    defer { try? files.removeItem(atPath: folder) }
    #expect(mkfifo(folder + "/pipe", 0o600) == 0)
    try "old".write(toFile: folder + "/file", atomically: false, encoding: .utf8)
    let targets = [
      "to-pipe": "pipe", "to-link": "to-pipe", "to-folder": "folder", "to-file": "file",
      "to-nothing": "nowhere",
    ]
    for (name, target) in targets {
      try files.createSymbolicLink(atPath: "\(folder)/\(name)", withDestinationPath: target)
    }
    func write(_ name: String) -> String? {
      errorText { () throws(InspectorError) in
        let file = try NewFile("\(folder)/\(name)", replaces: true)
        try file.append(Array("new".utf8))
        try file.finish()
      }?.replacing(folder + "/", with: "")
    }
    func target(_ name: String) -> String? {
      try? files.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
    }
    for name in ["pipe", "to-pipe", "to-link"] {
      #expect(
        write(name) == "\(name): is not replaced: it is a pipe, a device or a socket, not a file")
    }
    for name in ["folder", "to-folder"] {
      #expect(write(name) == "\(name): cannot be written: Is a directory")
    }
    #expect(targets.keys.allSatisfy { target($0) == targets[$0] })
    // Such a link becomes the file, and what it led to stays as it is.
    for name in ["to-file", "to-nothing"] {
      #expect(write(name) == nil)
      #expect(target(name) == nil)
      #expect(try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) == "new")
    }
    #expect(try String(contentsOfFile: folder + "/file", encoding: .utf8) == "old")
    #expect(
      try files.contentsOfDirectory(atPath: folder).sorted()
        == (["file", "folder", "pipe"] + targets.keys).sorted())
  }
}
