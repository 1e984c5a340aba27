import Foundation
import Testing

@testable import SampleApps

/// A folder for one test.
struct TemporaryFolder: ~Copyable {
  let url = FileManager.default.temporaryDirectory.appending(path: "redux-\(UUID().uuidString)")

  /// What is in it, by name.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

@Suite("A value in a file")
struct JSONFileTests {
  @Test("nothing is kept where there is no file, and reading makes none")
  func absent() throws {
    let folder = TemporaryFolder()
    #expect(try JSONFile<[Int]>(url: folder.url.appending(path: "a.json")).read() == nil)
    #expect(folder.names == [])
  }

  @Test("what is written is read, the newest wins, and no other file is left")
  func writeAndRead() throws {
    let folder = TemporaryFolder()
    let file = JSONFile<[String: String]>(url: folder.url.appending(path: "deep/a.json"))
    try file.write(["b": "x/y", "a": "チーズ"])
    try file.write(["b": "x/y", "a": "洋食"])
    #expect(try file.read() == ["a": "洋食", "b": "x/y"])
    #expect(try String(contentsOf: file.url, encoding: .utf8) == #"{"a":"洋食","b":"x/y"}"#)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/deep") == ["a.json"])
  }

  @Test("a file cut off anywhere is moved aside with its bytes, and then nothing is kept")
  func damaged() throws {
    let folder = TemporaryFolder()
    let file = JSONFile<[Int]>(url: folder.url.appending(path: "a.json"))
    try file.write([17, 33])
    let whole = try Data(contentsOf: file.url)
    for length in 0..<whole.count {
      let moved = folder.url.appending(path: "a.json.damaged-\(length + 1)")
      try whole.prefix(length).write(to: file.url)
      #expect(throws: DamagedFile(movedTo: moved)) { try file.read() }
      #expect(try file.read() == nil)
      #expect(try Data(contentsOf: moved) == whole.prefix(length))
    }
    #expect(folder.names.count == whole.count)
    try file.write([8])
    #expect(try file.read() == [8])
  }

  @Test("a whole file of another type is damaged too")
  func otherType() throws {
    let folder = TemporaryFolder()
    let url = folder.url.appending(path: "a.json")
    try JSONFile<[String]>(url: url).write(["a"])
    #expect(throws: DamagedFile(movedTo: folder.url.appending(path: "a.json.damaged-1"))) {
      try JSONFile<[Int]>(url: url).read()
    }
  }

  @Test("what cannot be written throws, and the value that was kept stays")
  func unwritable() throws {
    let folder = TemporaryFolder()
    let file = JSONFile<Double>(url: folder.url.appending(path: "a.json"))
    try file.write(1.5)
    #expect(throws: EncodingError.self) { try file.write(.nan) }
    #expect(try file.read() == 1.5)
    #expect(throws: (any Error).self) {
      try JSONFile<Double>(url: file.url.appending(path: "b.json")).write(2)
    }
    #expect(folder.names == ["a.json"])
  }
}
