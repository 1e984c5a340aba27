import Foundation

/// The profile screen: the user, and what concerns them.
struct ProfileState: Codable, Equatable, Sendable {
  var isLoading = false
  var isError = false
  var profilePersonalViewObject: ProfilePersonalViewObject?
  var profileAnnouncementViewObjects: [ProfileAnnouncementViewObject] = []
  var profileCommentViewObjects: [ProfileCommentViewObject] = []
  var profileRecentFavoriteViewObjects: [ProfileRecentFavoriteViewObject] = []
}

struct ProfilePersonalViewObject: Codable, Equatable, Sendable {
  let id: Int
  let nickname: String
  let introduction: String
  let avatarUrl: URL?
  let since: String
  let histories: ProfileHistories
}

struct ProfileAnnouncementViewObject: Codable, Equatable, Sendable {
  let id: Int
  let category: String
  let title: String
  let date: String
}

struct ProfileCommentViewObject: Codable, Equatable, Sendable {
  let id: Int
  let emotion: String
  let title: String
  let comment: String
  let date: String
}

struct ProfileRecentFavoriteViewObject: Codable, Equatable, Sendable {
  let id: Int
  let title: String
  let date: String
}

/// The server's data about a user.
struct ProfileEntity: Codable, Equatable, Sendable {
  let personal: ProfilePersonalEntity
  let announcements: [ProfileAnnouncementEntity]
  let comments: [ProfileCommentEntity]
  let recentFavorites: [ProfileRecentFavoriteEntity]
}

struct ProfilePersonalEntity: Codable, Equatable, Sendable {
  let id: Int
  let nickname: String
  let introduction: String
  let avatarUrl: String
  let createdAt: String
  let histories: ProfileHistories
}

struct ProfileHistories: Codable, Equatable, Sendable {
  let profileViewCount: Int
  let articlePostCount: Int
  let totalPageViewCount: Int
  let totalAvailablePoints: Int
}

struct ProfileAnnouncementEntity: Codable, Equatable, Sendable {
  let id: Int
  let category: String
  let title: String
  let publishedAt: String
}

struct ProfileCommentEntity: Codable, Equatable, Sendable {
  let id: Int
  let emotion: String
  let title: String
  let comment: String
  let publishedAt: String
}

struct ProfileRecentFavoriteEntity: Codable, Equatable, Sendable {
  let id: Int
  let title: String
  let publishedAt: String
}
