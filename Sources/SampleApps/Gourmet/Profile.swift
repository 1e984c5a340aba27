import Foundation

struct RequestProfileAction: ReduxAction, Codable {}

struct SuccessProfileAction: ReduxAction, Codable {
  let profileEntity: ProfileEntity
}

struct FailureProfileAction: ReduxAction, Codable {}

func profileReducer(
  _ state: ProfileState, _ action: any ReduxAction, dates: () -> DateLabels
) -> ProfileState {
  var state = state
  switch action {
  case is RequestProfileAction:
    state.isLoading = true
    state.isError = false
  case let action as SuccessProfileAction:
    state = ProfileState(action.profileEntity, dates: dates())
  case is FailureProfileAction:
    state.isLoading = false
    state.isError = true
  default: break
  }
  return state
}

extension ProfileState {
  fileprivate init(_ entity: ProfileEntity, dates: DateLabels) {
    let personal = entity.personal
    profilePersonalViewObject = ProfilePersonalViewObject(
      id: personal.id, nickname: personal.nickname, introduction: personal.introduction,
      avatarUrl: URL(string: personal.avatarUrl), since: dates.label(for: personal.createdAt),
      histories: personal.histories)
    profileAnnouncementViewObjects = entity.announcements.map {
      ProfileAnnouncementViewObject(
        id: $0.id, category: $0.category, title: $0.title, date: dates.label(for: $0.publishedAt))
    }
    profileCommentViewObjects = entity.comments.map {
      ProfileCommentViewObject(
        id: $0.id, emotion: $0.emotion, title: $0.title, comment: $0.comment,
        date: dates.label(for: $0.publishedAt))
    }
    profileRecentFavoriteViewObjects = entity.recentFavorites.map {
      ProfileRecentFavoriteViewObject(
        id: $0.id, title: $0.title, date: dates.label(for: $0.publishedAt))
    }
  }
}

func profileMiddleware(content: ContentSource, work: ReduxWork) -> ReduxMiddleware<AppState> {
  { _, action, dispatch in
    guard action is RequestProfileAction else { return }
    work.perform(for: action) {
      do {
        dispatch(SuccessProfileAction(profileEntity: try await content.decode(.profile)))
      } catch {
        dispatch(FailureProfileAction())
      }
    }
  }
}
