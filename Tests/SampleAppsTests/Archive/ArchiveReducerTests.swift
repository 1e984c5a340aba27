import Foundation
import Testing

@testable import SampleApps

@Suite("The archive reducer")
struct ArchiveReducerTests {
  static let scenes = Array(ArchiveScenes.all.prefix(3))

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

  @Test("an action of something else changes nothing")
  func other() {
    struct Other: ArchiveAction {}
    #expect(archiveReducer(Self.used, Other()) == Self.used)
  }
}

@Suite("The scenes of the archive")
@MainActor
struct ArchiveScenesTests {
  let repository = InMemoryArchiveRepository(all: ArchiveScenes.all)

  private func ids(_ keyword: String, _ category: String) async throws -> [Int] {
    try await repository.scenes(keyword: keyword, category: category).map(\.id)
  }

  @Test("36 scenes with ids from 1, whose photos are addresses")
  func ids() {
    #expect(ArchiveScenes.all.map(\.id) == Array(1...36))
    #expect(ArchiveScenes.all.allSatisfy { URL(string: $0.photoUrl) != nil })
    #expect(Set(ArchiveScenes.all.map(\.dishName)).count == 36)
    #expect(
      Set(ArchiveScenes.all.map(\.category)) == ["洋食", "和食", "中華", "エスニック", "スイーツ"])
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

  @Test("stored ids come in rising order")
  func stored() async {
    let ids = await InMemoryStoredRepository(ids: [33, 8, 26, 17]).storedIds()
    #expect(ids == [8, 17, 26, 33])
  }
}
