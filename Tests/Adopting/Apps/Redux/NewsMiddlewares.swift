// The middlewares of docs/adopting/redux.md and docs/adopting/redux-race.md, and the screen.
public import Recorder

extension NewsApp {
  /// Finds articles by text and category.
  public typealias Server = @MainActor (String, String) async throws -> [ArticleEntity]

  /// Requests news with the state at the dispatch, which may be too old.
  @MainActor
  public static func newsMiddleware(
    _ server: @escaping Server, _ recorder: SessionRecorder
  ) -> Middleware<AppState> {
    { state, action, dispatch in
      let news = state.newsState
      switch action {
      case let action as RequestNewsWithInputTextAction:
        requestNews(action, action.inputText, news.selectedCategory, server, recorder, dispatch)
      case let action as RequestNewsWithSelectedCategoryAction:
        requestNews(action, news.inputText, action.selectedCategory, server, recorder, dispatch)
      default: break
      }
    }
  }

  @MainActor
  private static func requestNews(
    _ action: any Action, _ text: String, _ category: String, _ server: @escaping Server,
    _ recorder: SessionRecorder, _ dispatch: @escaping Dispatcher
  ) {
    Task { @MainActor in
      await recorder.handle(action) {
        do {
          dispatch(SuccessNewsAction(articleEntities: try await server(text, category)))
        } catch {
          dispatch(FailureNewsAction())
        }
      }
    }
  }

  /// Requests news with the state that the action has led to.
  @MainActor
  public static func mendedNewsMiddleware(
    _ server: @escaping Server, _ recorder: SessionRecorder,
    getState: @escaping @MainActor () -> AppState
  ) -> Middleware<AppState> {
    { _, action, dispatch in
      guard
        action is RequestNewsWithInputTextAction
          || action is RequestNewsWithSelectedCategoryAction
      else { return }
      Task { @MainActor in
        let news = getState().newsState
        await recorder.handle(action) {
          do {
            let found = try await server(news.inputText, news.selectedCategory)
            dispatch(SuccessNewsAction(articleEntities: found))
          } catch {
            dispatch(FailureNewsAction())
          }
        }
      }
    }
  }

  /// What a person does at the news screen.
  @MainActor
  public struct Screen {
    private let store: Store<AppState>
    private let recorder: SessionRecorder

    /// The screen of a store.
    public init(_ store: Store<AppState>, _ recorder: SessionRecorder) {
      self.store = store
      self.recorder = recorder
    }

    /// Types a text.
    public func type(_ text: String) {
      recorder.at { store.dispatch(action: RequestNewsWithInputTextAction(inputText: text)) }
    }

    /// Chooses a category.
    public func choose(_ category: String) {
      recorder.at {
        store.dispatch(action: RequestNewsWithSelectedCategoryAction(selectedCategory: category))
      }
    }
  }
}
