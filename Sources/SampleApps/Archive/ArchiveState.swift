import Foundation

/// The archive screen: what was searched for, and what was found.
struct ArchiveState: Codable, Equatable, Sendable {
  var isLoading = false
  var isError = false
  var inputText = ""
  var selectedCategory = ""
  var archiveCellViewObjects: [ArchiveCellViewObject] = []
}

/// A scene as a cell shows it.
struct ArchiveCellViewObject: Codable, Equatable, Sendable {
  let id: Int
  let photoUrl: URL?
  let category: String
  let dishName: String
  let shopName: String
  let introduction: String
  let isStored: Bool
}

/// A scene as the server sends it.
struct ArchiveSceneEntity: Codable, Equatable, Sendable {
  let id: Int
  let photoUrl: String
  let category: String
  let dishName: String
  let shopName: String
  let introduction: String
}

/// What the archive's store can reduce: structs behind a protocol, told apart by their types.
protocol ArchiveAction: Sendable {}

struct RequestArchiveWithInputTextAction: ArchiveAction, Codable {
  let inputText: String
}

struct RequestArchiveWithSelectedCategoryAction: ArchiveAction, Codable {
  let selectedCategory: String
}

struct RequestArchiveWithNoConditionsAction: ArchiveAction, Codable {}

struct SuccessArchiveAction: ArchiveAction, Codable {
  let archiveSceneEntities: [ArchiveSceneEntity]
  let storedIds: [Int]
}

struct FailureArchiveAction: ArchiveAction, Codable {}

/// The reducer of the archive.
///
/// Pure.
func archiveReducer(_ state: ArchiveState, _ action: any ArchiveAction) -> ArchiveState {
  var state = state
  switch action {
  case let action as RequestArchiveWithInputTextAction:
    state.inputText = action.inputText
    state.isLoading = true
    state.isError = false
  case let action as RequestArchiveWithSelectedCategoryAction:
    state.selectedCategory = action.selectedCategory
    state.isLoading = true
    state.isError = false
  case is RequestArchiveWithNoConditionsAction:
    state.inputText = ""
    state.selectedCategory = ""
    state.isLoading = true
    state.isError = false
  case let action as SuccessArchiveAction:
    let stored = Set(action.storedIds)
    state.isLoading = false
    state.archiveCellViewObjects = action.archiveSceneEntities.map { scene in
      ArchiveCellViewObject(
        id: scene.id, photoUrl: URL(string: scene.photoUrl), category: scene.category,
        dishName: scene.dishName, shopName: scene.shopName, introduction: scene.introduction,
        isStored: stored.contains(scene.id))
    }
  case is FailureArchiveAction:
    state.isLoading = false
    state.isError = true
  default: break
  }
  return state
}
