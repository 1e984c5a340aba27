import Foundation
import TestSupport
import Testing

@testable import SampleApps

@Suite("The bundled content")
@MainActor
struct ContentTests {
  private static let folder = PackageRoot.url.appending(path: "Sources/SampleApps/Gourmet/Content")

  @Test("each file of the folder is in the program, byte for byte, under its name")
  func embedded() throws {
    var expected: [String: [UInt8]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.folder.path) {
      expected[name] = Array(try Data(contentsOf: Self.folder.appending(path: name)))
    }
    var actual: [String: [UInt8]] = [:]
    for file in ContentFile.allCases { actual[snakeCase("\(file)") + ".json"] = file.bytes }
    #expect(actual == expected)
    #expect(expected.values.allSatisfy { $0.count < 10_000 })
  }

  private func snakeCase(_ name: String) -> String {
    name.map { $0.isUppercase ? "_\($0.lowercased())" : "\($0)" }.joined()
  }

  @Test("each file decodes, with ids from 1")
  func decodes() async throws {
    func ids<Entity: Decodable>(_ file: ContentFile, _ id: KeyPath<Entity, Int>) async throws
      -> [Int]
    {
      let entities: [Entity] = try await ContentSource.bundled.decode(file)
      return entities.map { $0[keyPath: id] }
    }
    #expect(try await ids(.onboarding, \OnboardingPageEntity.id) == Array(1...3))
    #expect(try await ids(.campaignBanners, \CampaignBannerEntity.id) == Array(1...6))
    #expect(
      try await ids(.campaignBanners, \CampaignBannerEntity.bannerContentsId)
        == Array(1001...1006))
    #expect(try await ids(.recentNews, \RecentNewsEntity.id) == Array(1...12))
    #expect(try await ids(.featuredTopics, \FeaturedTopicEntity.id) == Array(1...4))
    #expect(try await ids(.trendArticles, \TrendArticleEntity.id) == Array(1...4))
    #expect(try await ids(.pickupPhotos, \PickupPhotoEntity.id) == Array(1...6))
    #expect(try await ids(.seasonalIngredients, \SeasonalIngredientEntity.id) == Array(1...6))
    #expect(try await ids(.archiveScenes, \ArchiveSceneEntity.id) == Array(1...36))
    #expect(try await ids(.favoriteScenes, \FavoriteSceneEntity.id) == Array(1...5))
    let profile: ProfileEntity = try await ContentSource.bundled.decode(.profile)
    #expect(profile.personal.id == 100)
    #expect(profile.announcements.map(\.id) == [1, 2])
    #expect(profile.comments.map(\.id) == [1, 2])
    #expect(profile.recentFavorites.map(\.id) == [4, 1])
  }

  @Test("a server that is down throws, and one that cuts a file off sends it whole the next time")
  func faults() async throws {
    for file in ContentFile.allCases {
      await #expect(throws: ContentSource.ServerIsDown.self) {
        try await ContentSource.unreachable.fetch(file)
      }
    }
    let cutting = ContentSource.cuttingOff([.recentNews])
    let photos: [PickupPhotoEntity] = try await cutting.decode(.pickupPhotos)
    #expect(photos.count == 6)
    await #expect(throws: DecodingError.self) {
      let _: [RecentNewsEntity] = try await cutting.decode(.recentNews)
    }
    let news: [RecentNewsEntity] = try await cutting.decode(.recentNews)
    #expect(news.count == 12)
  }
}
