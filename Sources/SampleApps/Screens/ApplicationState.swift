/// The state of an app store: one view state for each screen, which exists as long as the screen.
struct ApplicationState: Codable, Equatable, Sendable {
  typealias AppIdentifier = String

  var todayViewState: TodayViewState?
  var searchViewState: SearchViewState?
  /// The details of each app: one view state, however often they are open.
  var appDetailViewState: [AppIdentifier: AppDetailViewState] = [:]
}

/// A screen, as the user came to it.
enum Screen: Codable, Equatable, Sendable {
  case today
  case search
  case appDetail(ApplicationState.AppIdentifier)
}

struct AppSummary: Codable, Equatable, Sendable {
  let id: ApplicationState.AppIdentifier
  let name: String
}

struct TodayViewState: Codable, Equatable, Sendable {
  var cards: [AppSummary] = []
  var isLoading = true
}

struct SearchViewState: Codable, Equatable, Sendable {
  var text = ""
  var results: [AppSummary] = []
}

struct AppDetailViewState: Codable, Equatable, Sendable {
  /// How many screens show it; it is removed with the last.
  var screens = 1
  var name: String?
  var story: String?
  var related: [AppSummary] = []
  var isStoryExpanded = false
}

extension ApplicationState {
  struct Appear: ReSwift.Action, Codable { let screen: Screen }
  struct Disappear: ReSwift.Action, Codable { let screen: Screen }
  struct TodayLoaded: ReSwift.Action, Codable { let cards: [AppSummary] }
  struct SearchTyped: ReSwift.Action, Codable { let text: String }
  struct SearchFound: ReSwift.Action, Codable {
    let text: String
    let results: [AppSummary]
  }
  struct DetailLoaded: ReSwift.Action, Codable {
    let id: AppIdentifier
    let name: String
    let story: String
    let related: [AppSummary]
  }
  struct StoryExpanded: ReSwift.Action, Codable { let id: AppIdentifier }
}
