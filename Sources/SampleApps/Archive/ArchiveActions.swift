import Recorder

struct RequestArchiveWithInputTextAction: ReduxAction, Codable {
  let inputText: String
}

struct RequestArchiveWithSelectedCategoryAction: ReduxAction, Codable {
  let selectedCategory: String
}

struct RequestArchiveWithNoConditionsAction: ReduxAction, Codable {}

struct SuccessArchiveAction: ReduxAction, Codable {
  let archiveSceneEntities: [ArchiveSceneEntity]
  let storedIds: [Int]
}

struct FailureArchiveAction: ReduxAction, Codable {}

/// A cell is to be stored.
struct AddArchiveObjectAction: ReduxAction, Codable {
  let archiveCellViewObject: ArchiveCellViewObject
}

/// A cell is not to be stored any longer.
struct DeleteArchiveObjectAction: ReduxAction, Codable {
  let archiveCellViewObject: ArchiveCellViewObject
}

/// A cell could not be stored, or not be removed from the store.
struct FailureArchiveObjectAction: ReduxAction, Codable {
  let id: Int
  /// Whether it is stored, as before the attempt.
  let isStored: Bool
}

extension ActionTypes<any ReduxAction> {
  /// Adds the actions of the archive, under their names in sessions, which stay if a type is
  /// renamed.
  mutating func addArchiveActions() {
    add(RequestArchiveWithInputTextAction.self, as: "RequestArchiveWithInputTextAction") { $0 }
    add(
      RequestArchiveWithSelectedCategoryAction.self, as: "RequestArchiveWithSelectedCategoryAction"
    ) { $0 }
    add(
      RequestArchiveWithNoConditionsAction.self, as: "RequestArchiveWithNoConditionsAction"
    ) { $0 }
    add(SuccessArchiveAction.self, as: "SuccessArchiveAction") { $0 }
    add(FailureArchiveAction.self, as: "FailureArchiveAction") { $0 }
    add(AddArchiveObjectAction.self, as: "AddArchiveObjectAction") { $0 }
    add(DeleteArchiveObjectAction.self, as: "DeleteArchiveObjectAction") { $0 }
    add(FailureArchiveObjectAction.self, as: "FailureArchiveObjectAction") { $0 }
  }
}
