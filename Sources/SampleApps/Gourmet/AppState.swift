/// The five screens.
struct AppState: Codable, Equatable, Sendable {
  var onboardingState = OnboardingState()
  var homeState = HomeState()
  var archiveState = ArchiveState()
  var favoriteState = FavoriteState()
  var profileState = ProfileState()
}

/// The reducer of the app: each screen's reducer, with its part of the state.
///
/// - Parameter dates: Makes the date labels for the action that is reduced. If it reads the
///   system's time zone by itself, the reducer is not pure.
func appReducer(dates: @escaping () -> DateLabels) -> ReduxReducer<AppState> {
  { state, action in
    AppState(
      onboardingState: onboardingReducer(state.onboardingState, action),
      homeState: homeReducer(state.homeState, action, dates: dates),
      archiveState: archiveReducer(state.archiveState, action),
      favoriteState: favoriteReducer(state.favoriteState, action, dates: dates),
      profileState: profileReducer(state.profileState, action, dates: dates))
  }
}
