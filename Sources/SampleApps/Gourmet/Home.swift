import Foundation

struct RequestHomeAction: ReduxAction, Codable {}

struct SuccessHomeAction: ReduxAction, Codable {
  let campaignBannerEntities: [CampaignBannerEntity]
  let recentNewsEntities: [RecentNewsEntity]
  let featuredTopicEntities: [FeaturedTopicEntity]
  let trendArticleEntities: [TrendArticleEntity]
  let pickupPhotoEntities: [PickupPhotoEntity]
  let seasonalIngredientEntities: [SeasonalIngredientEntity]
}

struct FailureHomeAction: ReduxAction, Codable {}

func homeReducer(
  _ state: HomeState, _ action: any ReduxAction, dates: () -> DateLabels
) -> HomeState {
  var state = state
  switch action {
  case is RequestHomeAction:
    state.isLoading = true
    state.isError = false
  case let action as SuccessHomeAction: state = HomeState(action, dates: dates())
  case is FailureHomeAction:
    state.isLoading = false
    state.isError = true
  default: break
  }
  return state
}

extension HomeState {
  fileprivate init(_ action: SuccessHomeAction, dates: DateLabels) {
    campaignBannerCarouselViewObjects = action.campaignBannerEntities.map {
      CampaignBannerCarouselViewObject(
        id: $0.id, bannerContentsId: $0.bannerContentsId, bannerUrl: URL(string: $0.bannerUrl))
    }
    recentNewsCarouselViewObjects = action.recentNewsEntities.map {
      RecentNewsCarouselViewObject(
        id: $0.id, thumbnailUrl: URL(string: $0.thumbnailUrl), title: $0.title,
        newsCategory: $0.newsCategory, date: dates.label(for: $0.publishedAt))
    }
    featuredTopicsCarouselViewObjects = action.featuredTopicEntities.map {
      FeaturedTopicsCarouselViewObject(
        id: $0.id, rating: $0.rating, thumbnailUrl: URL(string: $0.thumbnailUrl), title: $0.title,
        caption: $0.caption, date: dates.label(for: $0.publishedAt))
    }
    trendArticlesGridViewObjects = action.trendArticleEntities.map {
      TrendArticlesGridViewObject(
        id: $0.id, thumbnailUrl: URL(string: $0.thumbnailUrl), title: $0.title,
        introduction: $0.introduction, date: dates.label(for: $0.publishedAt))
    }
    pickupPhotosGridViewObjects = action.pickupPhotoEntities.map {
      PickupPhotosGridViewObject(
        id: $0.id, title: $0.title, caption: $0.caption, photoUrl: URL(string: $0.photoUrl),
        aspect: $0.photoWidth > 0 ? Double($0.photoHeight) / Double($0.photoWidth) : 1)
    }
    seasonalIngredientsListViewObjects = action.seasonalIngredientEntities.map {
      SeasonalIngredientsListViewObject(
        id: $0.id, name: $0.name, month: $0.month, note: $0.note)
    }
  }
}

/// Fetches the six kinds of content; if one fails, all fail.
func homeMiddleware(content: ContentSource, work: ReduxWork) -> ReduxMiddleware<AppState> {
  { _, action, dispatch in
    guard action is RequestHomeAction else { return }
    work.perform(for: action) {
      do {
        dispatch(
          SuccessHomeAction(
            campaignBannerEntities: try await content.decode(.campaignBanners),
            recentNewsEntities: try await content.decode(.recentNews),
            featuredTopicEntities: try await content.decode(.featuredTopics),
            trendArticleEntities: try await content.decode(.trendArticles),
            pickupPhotoEntities: try await content.decode(.pickupPhotos),
            seasonalIngredientEntities: try await content.decode(.seasonalIngredients)))
      } catch {
        dispatch(FailureHomeAction())
      }
    }
  }
}
