/// The reducer of the archive.
///
/// Pure.
func archiveReducer(_ state: ArchiveState, _ action: any ReduxAction) -> ArchiveState {
  var state = state
  switch action {
  case let action as RequestArchiveWithInputTextAction:
    state.inputText = action.inputText
    state.beginLoading()
  case let action as RequestArchiveWithSelectedCategoryAction:
    state.selectedCategory = action.selectedCategory
    state.beginLoading()
  case is RequestArchiveWithNoConditionsAction:
    state.inputText = ""
    state.selectedCategory = ""
    state.beginLoading()
  case let action as SuccessArchiveAction:
    let stored = Set(action.storedIds)
    state.isLoading = false
    state.archiveCellViewObjects = action.archiveSceneEntities.map { scene in
      ArchiveCellViewObject(scene, isStored: stored.contains(scene.id))
    }
  case is FailureArchiveAction:
    state.isLoading = false
    state.isError = true
  case let action as AddArchiveObjectAction:
    state.setStored(action.archiveCellViewObject.id, true)
  case let action as DeleteArchiveObjectAction:
    state.setStored(action.archiveCellViewObject.id, false)
  case let action as FailureArchiveObjectAction:
    state.setStored(action.id, action.isStored)
    state.isError = true
  default: break
  }
  return state
}

extension ArchiveState {
  fileprivate mutating func beginLoading() {
    isLoading = true
    isError = false
  }

  fileprivate mutating func setStored(_ id: Int, _ isStored: Bool) {
    for place in archiveCellViewObjects.indices where archiveCellViewObjects[place].id == id {
      archiveCellViewObjects[place].isStored = isStored
    }
  }
}
