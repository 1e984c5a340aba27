import Foundation
import TestSupport
import Testing

@testable import SampleApps

@Suite("The repositories of stored scenes")
@MainActor
struct StoredArchiveTests {
  private func scene(_ id: Int, _ dish: String = "dish") -> ArchiveSceneEntity {
    ArchiveSceneEntity(
      id: id, photoUrl: "https://archive.example/\(id).jpg", category: "c", dishName: dish,
      shopName: "s", introduction: "i")
  }

  @Test(
    "on disk and in memory keep the same, whatever is added and deleted, also when opened anew",
    arguments: 1...8 as ClosedRange<UInt64>)
  func agree(seed: UInt64) throws {
    let folder = TemporaryFolder()
    let url = folder.url.appending(path: "stored.json")
    let memory = InMemoryStoredRepository()
    var model: [Int: ArchiveSceneEntity] = [:]
    var generator = SplitMix64(seed: seed)
    for turn in 0..<40 {
      let id = Int.random(in: 1...6, using: &generator)
      let disk = FileStoredRepository(url)
      if Bool.random(using: &generator) {
        let scene = scene(id, "dish \(turn)")
        model[id] = scene
        memory.add(scene)
        try disk.add(scene)
      } else {
        model[id] = nil
        memory.delete(id: id)
        try disk.delete(id: id)
      }
      let expected = model.keys.sorted().compactMap { model[$0] }
      #expect(memory.all() == expected)
      #expect(try disk.all() == expected)
      #expect(try FileStoredRepository(url).storedIds() == model.keys.sorted())
    }
  }

  @Test("deleting what is not there writes no file")
  func deleteNothing() throws {
    let folder = TemporaryFolder()
    try FileStoredRepository(folder.url.appending(path: "stored.json")).delete(id: 1)
    #expect(folder.names == [])
  }

  @Test("a damaged file fails whatever is tried first, and then nothing is stored")
  func damaged() throws {
    let attempts: [(FileStoredRepository) throws -> Void] = [
      { _ = try $0.all() }, { try $0.add(scene(1)) }, { try $0.delete(id: 1) },
    ]
    for attempt in attempts {
      let folder = TemporaryFolder()
      let url = folder.url.appending(path: "stored.json")
      try JSONFile<String>(url: url).write("no list")
      let repository = FileStoredRepository(url)
      #expect(throws: DamagedFile(movedTo: folder.url.appending(path: "stored.json.damaged-1"))) {
        try attempt(repository)
      }
      #expect(try repository.all() == [])
      try repository.add(scene(2))
      #expect(try repository.storedIds() == [2])
      #expect(folder.names == ["stored.json", "stored.json.damaged-1"])
    }
  }

  @Test("stored ids come in rising order")
  func rising() throws {
    #expect(
      try InMemoryStoredRepository([33, 8, 26, 17].map { scene($0) }).storedIds()
        == [8, 17, 26, 33])
  }

  @Test("a cell gives back the scene that it was made of")
  func sceneOfCell() {
    for scene in [scene(1), scene(2, "グラタン")] {
      #expect(ArchiveCellViewObject(scene, isStored: true).scene == scene)
    }
  }
}
