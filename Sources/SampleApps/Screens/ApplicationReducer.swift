extension ApplicationState {
  /// The reducer of the whole.
  ///
  /// Pure. An answer for a screen that is gone changes nothing.
  static func reduce(action: any ReSwift.Action, state: ApplicationState?) -> ApplicationState {
    var state = state ?? ApplicationState()
    switch action {
    case let action as Appear: state.create(action.screen)
    case let action as Disappear: state.discard(action.screen)
    case let action as TodayLoaded:
      state.todayViewState?.cards = action.cards
      state.todayViewState?.isLoading = false
    case let action as SearchTyped: state.searchViewState?.text = action.text
    case let action as SearchFound:
      // An answer to an earlier text is no longer wanted.
      if state.searchViewState?.text == action.text {
        state.searchViewState?.results = action.results
      }
    case let action as DetailLoaded:
      state.appDetailViewState[action.id]?.name = action.name
      state.appDetailViewState[action.id]?.story = action.story
      state.appDetailViewState[action.id]?.related = action.related
    case let action as StoryExpanded:
      state.appDetailViewState[action.id]?.isStoryExpanded = true
    default: break
    }
    return state
  }

  private mutating func create(_ screen: Screen) {
    switch screen {
    case .today: todayViewState = TodayViewState()
    case .search: searchViewState = SearchViewState()
    case .appDetail(let id):
      if appDetailViewState[id] == nil {
        appDetailViewState[id] = AppDetailViewState()
      } else {
        appDetailViewState[id]?.screens += 1
      }
    }
  }

  private mutating func discard(_ screen: Screen) {
    switch screen {
    case .today: todayViewState = nil
    case .search: searchViewState = nil
    case .appDetail(let id):
      guard let detail = appDetailViewState[id] else { return }
      if detail.screens > 1 {
        appDetailViewState[id]?.screens -= 1
      } else {
        appDetailViewState[id] = nil
      }
    }
  }
}
