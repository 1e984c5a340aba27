/// The middleware that requests scenes: it combines the action with the state that it is given,
/// and that state is older than the action.
@MainActor
final class ArchiveRequests {
  private let repository: any RequestArchiveRepository
  private let stored: any StoredArchiveRepository
  weak var store: ArchiveStore?

  init(repository: any RequestArchiveRepository, stored: any StoredArchiveRepository) {
    self.repository = repository
    self.stored = stored
  }

  func middleware(
    _ state: ArchiveState, _ action: any ArchiveAction,
    _ dispatch: @escaping ArchiveStore.Dispatcher
  ) {
    switch action {
    case let action as RequestArchiveWithInputTextAction:
      request(action.inputText, state.selectedCategory, dispatch)
    case let action as RequestArchiveWithSelectedCategoryAction:
      request(state.inputText, action.selectedCategory, dispatch)
    case is RequestArchiveWithNoConditionsAction: request("", "", dispatch)
    default: break
    }
  }

  private func request(
    _ keyword: String, _ category: String, _ dispatch: @escaping ArchiveStore.Dispatcher
  ) {
    store?.perform { [repository, stored] in
      do {
        let scenes = try await repository.scenes(keyword: keyword, category: category)
        let ids = await stored.storedIds()
        dispatch(SuccessArchiveAction(archiveSceneEntities: scenes, storedIds: ids))
      } catch {
        dispatch(FailureArchiveAction())
      }
    }
  }
}
