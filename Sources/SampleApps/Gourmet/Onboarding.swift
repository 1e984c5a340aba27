/// The pages that a new user sees first.
struct OnboardingState: Codable, Equatable, Sendable {
  var showOnboarding = false
  var isError = false
  var onboardingPages: [OnboardingPageEntity] = []
}

struct OnboardingPageEntity: Codable, Equatable, Sendable {
  let id: Int
  let title: String
  let caption: String
}

struct RequestOnboardingAction: ReduxAction, Codable {}

struct SuccessOnboardingAction: ReduxAction, Codable {
  let onboardingPageEntities: [OnboardingPageEntity]
  let wasClosed: Bool
}

/// It is unknown whether there is something to show, or the closing could not be stored.
struct FailureOnboardingAction: ReduxAction, Codable {}

struct CloseOnboardingAction: ReduxAction, Codable {}

func onboardingReducer(_ state: OnboardingState, _ action: any ReduxAction) -> OnboardingState {
  var state = state
  switch action {
  case is RequestOnboardingAction: state.isError = false
  case let action as SuccessOnboardingAction:
    state.showOnboarding = !action.wasClosed
    state.onboardingPages = action.wasClosed ? [] : action.onboardingPageEntities
  case is FailureOnboardingAction: state.isError = true
  case is CloseOnboardingAction:
    state.showOnboarding = false
    state.onboardingPages = []
  default: break
  }
  return state
}

/// Looks up whether the pages were closed before, and fetches them.
func onboardingMiddleware(
  content: ContentSource, closed: any OnboardingRepository, work: ReduxWork
) -> ReduxMiddleware<AppState> {
  { _, action, dispatch in
    guard action is RequestOnboardingAction else { return }
    work.perform(for: action) {
      do {
        let wasClosed = try closed.wasClosed()
        let pages: [OnboardingPageEntity] = try await content.decode(.onboarding)
        dispatch(SuccessOnboardingAction(onboardingPageEntities: pages, wasClosed: wasClosed))
      } catch {
        dispatch(FailureOnboardingAction())
      }
    }
  }
}

/// Stores that the pages were closed.
func onboardingCloseMiddleware(
  closed: any OnboardingRepository, work: ReduxWork
) -> ReduxMiddleware<AppState> {
  { _, action, dispatch in
    guard action is CloseOnboardingAction else { return }
    work.perform(for: action) {
      do { try closed.close() } catch { dispatch(FailureOnboardingAction()) }
    }
  }
}
