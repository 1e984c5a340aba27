import Foundation

/// The home screen: six kinds of content.
struct HomeState: Codable, Equatable, Sendable {
  var isLoading = false
  var isError = false
  var campaignBannerCarouselViewObjects: [CampaignBannerCarouselViewObject] = []
  var recentNewsCarouselViewObjects: [RecentNewsCarouselViewObject] = []
  var featuredTopicsCarouselViewObjects: [FeaturedTopicsCarouselViewObject] = []
  var trendArticlesGridViewObjects: [TrendArticlesGridViewObject] = []
  var pickupPhotosGridViewObjects: [PickupPhotosGridViewObject] = []
  var seasonalIngredientsListViewObjects: [SeasonalIngredientsListViewObject] = []
}

struct CampaignBannerCarouselViewObject: Codable, Equatable, Sendable {
  let id: Int
  let bannerContentsId: Int
  let bannerUrl: URL?
}

struct RecentNewsCarouselViewObject: Codable, Equatable, Sendable {
  let id: Int
  let thumbnailUrl: URL?
  let title: String
  let newsCategory: String
  let date: String
}

struct FeaturedTopicsCarouselViewObject: Codable, Equatable, Sendable {
  let id: Int
  let rating: Double
  let thumbnailUrl: URL?
  let title: String
  let caption: String
  let date: String
}

struct TrendArticlesGridViewObject: Codable, Equatable, Sendable {
  let id: Int
  let thumbnailUrl: URL?
  let title: String
  let introduction: String
  let date: String
}

struct PickupPhotosGridViewObject: Codable, Equatable, Sendable {
  let id: Int
  let title: String
  let caption: String
  let photoUrl: URL?
  /// The height for a width of one.
  let aspect: Double
}

struct SeasonalIngredientsListViewObject: Codable, Equatable, Sendable {
  let id: Int
  let name: String
  let month: Int
  let note: String
}
