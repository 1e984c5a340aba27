/// Requests scenes: it combines the action with the state that it gets, which is older than the
/// action.
func archiveMiddleware(
  repository: any RequestArchiveRepository, stored: any StoredArchiveRepository, work: ReduxWork
) -> ReduxMiddleware<ArchiveState> {
  { state, action, dispatch in
    let keyword: String
    let category: String
    switch action {
    case let action as RequestArchiveWithInputTextAction:
      (keyword, category) = (action.inputText, state.selectedCategory)
    case let action as RequestArchiveWithSelectedCategoryAction:
      (keyword, category) = (state.inputText, action.selectedCategory)
    case is RequestArchiveWithNoConditionsAction: (keyword, category) = ("", "")
    default: return
    }
    work.perform(for: action) {
      do {
        let scenes = try await repository.scenes(keyword: keyword, category: category)
        let ids = try stored.storedIds()
        dispatch(SuccessArchiveAction(archiveSceneEntities: scenes, storedIds: ids))
      } catch {
        dispatch(FailureArchiveAction())
      }
    }
  }
}

/// Stores the scene of a cell.
func addArchiveObjectMiddleware(
  stored: any StoredArchiveRepository, work: ReduxWork
) -> ReduxMiddleware<ArchiveState> {
  { _, action, dispatch in
    guard let cell = (action as? AddArchiveObjectAction)?.archiveCellViewObject else { return }
    work.perform(for: action) {
      do {
        try stored.add(cell.scene)
      } catch {
        dispatch(FailureArchiveObjectAction(id: cell.id, isStored: false))
      }
    }
  }
}

/// Removes the scene of a cell from the store.
func deleteArchiveObjectMiddleware(
  stored: any StoredArchiveRepository, work: ReduxWork
) -> ReduxMiddleware<ArchiveState> {
  { _, action, dispatch in
    guard let cell = (action as? DeleteArchiveObjectAction)?.archiveCellViewObject else { return }
    work.perform(for: action) {
      do {
        try stored.delete(id: cell.id)
      } catch {
        dispatch(FailureArchiveObjectAction(id: cell.id, isStored: true))
      }
    }
  }
}
