struct CampaignBannerEntity: Codable, Equatable, Sendable {
  let id: Int
  let bannerContentsId: Int
  let bannerUrl: String
}

struct RecentNewsEntity: Codable, Equatable, Sendable {
  let id: Int
  let thumbnailUrl: String
  let title: String
  let newsCategory: String
  let publishedAt: String
}

struct FeaturedTopicEntity: Codable, Equatable, Sendable {
  let id: Int
  let rating: Double
  let thumbnailUrl: String
  let title: String
  let caption: String
  let publishedAt: String
}

struct TrendArticleEntity: Codable, Equatable, Sendable {
  let id: Int
  let thumbnailUrl: String
  let title: String
  let introduction: String
  let publishedAt: String
}

struct PickupPhotoEntity: Codable, Equatable, Sendable {
  let id: Int
  let title: String
  let caption: String
  let photoUrl: String
  let photoWidth: Int
  let photoHeight: Int
}

struct SeasonalIngredientEntity: Codable, Equatable, Sendable {
  let id: Int
  let name: String
  let month: Int
  let note: String
}
