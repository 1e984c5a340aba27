import Foundation

/// The files of the bundled content.
enum ContentFile: CaseIterable, Sendable {
  case onboarding
  case campaignBanners
  case recentNews
  case featuredTopics
  case trendArticles
  case pickupPhotos
  case seasonalIngredients
  case archiveScenes
  case favoriteScenes
  case profile

  /// The bytes of the file, which are part of the program, so that it stays one file.
  var bytes: [UInt8] {
    switch self {
    case .onboarding: PackageResources.onboarding_json
    case .campaignBanners: PackageResources.campaign_banners_json
    case .recentNews: PackageResources.recent_news_json
    case .featuredTopics: PackageResources.featured_topics_json
    case .trendArticles: PackageResources.trend_articles_json
    case .pickupPhotos: PackageResources.pickup_photos_json
    case .seasonalIngredients: PackageResources.seasonal_ingredients_json
    case .archiveScenes: PackageResources.archive_scenes_json
    case .favoriteScenes: PackageResources.favorite_scenes_json
    case .profile: PackageResources.profile_json
    }
  }
}

/// The source of the screens' content: the server's part.
struct ContentSource: Sendable {
  /// Fetches a file, on the main actor, so that requests are answered in their order.
  let fetch: @MainActor @Sendable (ContentFile) async throws -> Data

  /// Fetches a file, whose keys are in snake case, and decodes it.
  @MainActor
  func decode<Value: Decodable>(
    _ file: ContentFile, as type: Value.Type = Value.self
  ) async throws -> Value {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(type, from: try await fetch(file))
  }
}

extension ContentSource {
  struct ServerIsDown: Error {}

  /// The content that comes with the program.
  static let bundled = ContentSource { Data($0.bytes) }

  /// A server that is down.
  static let unreachable = ContentSource { _ in throw ServerIsDown() }

  /// A server that truncates each of these files, the first time.
  @MainActor
  static func cuttingOff(_ files: Set<ContentFile>) -> ContentSource {
    let faults = Faults(files)
    return ContentSource { file in
      Data(faults.left.remove(file) == nil ? file.bytes[...] : file.bytes.dropLast(3))
    }
  }

  @MainActor
  private final class Faults {
    var left: Set<ContentFile>

    init(_ files: Set<ContentFile>) { left = files }
  }
}
