import Foundation
import Testing

@testable import SampleApps

@Suite("The archive reducer")
struct ArchiveReducerTests {
  static let scenes = (1...3).map { id in
    ArchiveSceneEntity(
      id: id, photoUrl: "https://archive.example/photos/\(id).jpg", category: "洋食",
      dishName: "dish \(id)", shopName: "shop \(id)", introduction: "introduction \(id)")
  }

  /// A state with nothing as it is at the start.
  static let used = archiveReducer(
    ArchiveState(
      isLoading: true, isError: true, inputText: "チーズ", selectedCategory: "洋食",
      archiveCellViewObjects: []),
    SuccessArchiveAction(archiveSceneEntities: scenes, storedIds: [2]))

  @Test("a keyword is taken, the category and the cells stay, and loading begins")
  func keyword() {
    var expected = Self.used
    expected.inputText = "海老"
    expected.isLoading = true
    expected.isError = false
    #expect(
      archiveReducer(Self.used, RequestArchiveWithInputTextAction(inputText: "海老")) == expected)
  }

  @Test("a category is taken, the keyword and the cells stay, and loading begins")
  func category() {
    var expected = Self.used
    expected.selectedCategory = "和食"
    expected.isLoading = true
    expected.isError = false
    let action = RequestArchiveWithSelectedCategoryAction(selectedCategory: "和食")
    #expect(archiveReducer(Self.used, action) == expected)
  }

  @Test("a request without conditions clears both")
  func noConditions() {
    var expected = Self.used
    expected.inputText = ""
    expected.selectedCategory = ""
    expected.isLoading = true
    expected.isError = false
    #expect(archiveReducer(Self.used, RequestArchiveWithNoConditionsAction()) == expected)
  }

  @Test("an answer becomes cells in its order, stored where their ids are")
  func success() {
    #expect(Self.used.isLoading == false)
    let cells = Self.used.archiveCellViewObjects
    #expect(cells.map(\.id) == [1, 2, 3])
    #expect(cells.map(\.isStored) == [false, true, false])
    for (cell, scene) in zip(cells, Self.scenes) {
      #expect(cell.photoUrl == URL(string: scene.photoUrl))
      #expect(cell.category == scene.category)
      #expect(cell.dishName == scene.dishName)
      #expect(cell.shopName == scene.shopName)
      #expect(cell.introduction == scene.introduction)
    }
    #expect(
      archiveReducer(Self.used, SuccessArchiveAction(archiveSceneEntities: [], storedIds: [2]))
        .archiveCellViewObjects == [])
  }

  @Test("a failure ends the loading and is shown, the cells stay")
  func failure() {
    var loading = Self.used
    loading.isLoading = true
    loading.isError = false
    var expected = loading
    expected.isLoading = false
    expected.isError = true
    #expect(archiveReducer(loading, FailureArchiveAction()) == expected)
  }

  @Test("a cell is stored and let go at once, and only that cell")
  func addAndDelete() {
    var used = Self.used
    for (id, stored) in [(1, [true, true, false]), (3, [true, true, true])] {
      used = archiveReducer(
        used, AddArchiveObjectAction(archiveCellViewObject: used.archiveCellViewObjects[id - 1]))
      #expect(used.archiveCellViewObjects.map(\.isStored) == stored)
    }
    let second = used.archiveCellViewObjects[1]
    used = archiveReducer(used, DeleteArchiveObjectAction(archiveCellViewObject: second))
    #expect(used.archiveCellViewObjects.map(\.isStored) == [true, false, true])

    var expected = Self.used
    for (place, isStored) in [true, false, true].enumerated() {
      expected.archiveCellViewObjects[place].isStored = isStored
    }
    #expect(used == expected)
  }

  @Test("a cell that is no longer shown may be stored and let go")
  func unseenCell() {
    let unseen = ArchiveCellViewObject(
      ArchiveSceneEntity(
        id: 9, photoUrl: "", category: "", dishName: "", shopName: "", introduction: ""),
      isStored: false)
    for action in [
      AddArchiveObjectAction(archiveCellViewObject: unseen),
      DeleteArchiveObjectAction(archiveCellViewObject: unseen),
    ] as [any ReduxAction] {
      #expect(archiveReducer(Self.used, action) == Self.used)
    }
  }

  @Test("a cell that could not be stored or let go is as before, and the failure is shown")
  func objectFailure() {
    var failed = Self.used
    failed.isError = true
    let cells = Self.used.archiveCellViewObjects
    let attempts: [(any ReduxAction, FailureArchiveObjectAction)] = [
      (
        AddArchiveObjectAction(archiveCellViewObject: cells[0]),
        FailureArchiveObjectAction(id: 1, isStored: false)
      ),
      (
        DeleteArchiveObjectAction(archiveCellViewObject: cells[1]),
        FailureArchiveObjectAction(id: 2, isStored: true)
      ),
    ]
    for (attempt, failure) in attempts {
      #expect(archiveReducer(archiveReducer(Self.used, attempt), failure) == failed)
    }
  }

  @Test("an action of something else changes nothing")
  func other() {
    struct Other: ReduxAction {}
    #expect(archiveReducer(Self.used, Other()) == Self.used)
  }
}

@Suite("The scenes of the archive")
@MainActor
struct ArchiveScenesTests {
  let repository = BundledArchiveRepository()

  private func ids(_ keyword: String, _ category: String) async throws -> [Int] {
    try await repository.scenes(keyword: keyword, category: category).map(\.id)
  }

  @Test("36 scenes with ids from 1, whose photos are addresses")
  func ids() async throws {
    let all = try await repository.scenes(keyword: "", category: "")
    #expect(all.map(\.id) == Array(1...36))
    #expect(all.allSatisfy { URL(string: $0.photoUrl) != nil })
    #expect(Set(all.map(\.dishName)).count == 36)
    #expect(Set(all.map(\.category)) == ["洋食", "和食", "中華", "エスニック", "スイーツ"])
  }

  @Test("keyword and category must both hold, and empty texts mean any")
  func conditions() async throws {
    #expect(try await ids("チーズ", "洋食") == [17, 33])
    #expect(try await ids("チーズ", "") == [12, 17, 26, 33])
    #expect(try await ids("", "洋食") == [1, 6, 10, 15, 17, 21, 25, 30, 33])
    #expect(try await ids("", "") == Array(1...36))
    #expect(try await ids("チーズ", "中華") == [])
    #expect(try await ids("ない", "") == [])
  }

  @Test("a keyword is sought in the dish, the shop and the introduction")
  func fields() async throws {
    #expect(try await ids("小籠包", "") == [7])
    #expect(try await ids("インドの星", "") == [24, 34])
    #expect(try await ids("花椒", "") == [3])
  }
}
