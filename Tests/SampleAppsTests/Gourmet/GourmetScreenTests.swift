import Foundation
import Recorder
import Testing

@testable import SampleApps

/// Request, success and failure of each screen, by the middlewares and the reducer together.
@Suite("The five screens")
@MainActor
struct GourmetScreenTests {
  private static let zone = "Asia/Tokyo"

  /// The state once the store has done what the actions ask for, one after the other.
  private func state(
    after actions: [any ReduxAction], from state: AppState = AppState(),
    with services: GourmetServices = .inMemory
  ) async -> AppState {
    let work = ReduxWork()
    let store = GourmetStore(
      reducer: appReducer { DateLabels(in: TimeZone(identifier: Self.zone) ?? .gmt) },
      state: state, middlewares: services.middlewares(work), work: work)
    for action in actions {
      store.dispatch(action)
      await store.settle()
    }
    return store.state
  }

  /// Services whose content fails.
  private var unreachable: GourmetServices {
    var services = GourmetServices.inMemory
    services.content = .unreachable
    return services
  }

  /// A state in which every screen shows an error and still loads.
  private var troubled: AppState {
    var state = AppState()
    state.onboardingState.isError = true
    state.homeState.isError = true
    state.homeState.isLoading = true
    state.favoriteState.isError = true
    state.favoriteState.isLoading = true
    state.profileState.isError = true
    state.profileState.isLoading = true
    state.archiveState.isError = true
    state.archiveState.isLoading = true
    return state
  }

  @Test("onboarding is shown until it was closed once")
  func onboarding() async {
    let services = GourmetServices.inMemory
    let shown = await state(after: [RequestOnboardingAction()], with: services).onboardingState
    #expect(shown.showOnboarding)
    #expect(shown.onboardingPages.map(\.id) == [1, 2, 3])
    let closed = await state(
      after: [RequestOnboardingAction(), CloseOnboardingAction()], with: services)
    #expect(closed == AppState())
    let later = await state(after: [RequestOnboardingAction()], with: services)
    #expect(later == AppState())
  }

  @Test("onboarding whose closing cannot be kept is closed, with an error")
  func onboardingNotKept() async {
    var services = GourmetServices.inMemory
    services.closed = ReadOnlyOnboardingRepository()
    let state = await state(
      after: [RequestOnboardingAction(), CloseOnboardingAction()], with: services)
    #expect(state.onboardingState == OnboardingState(isError: true))
  }

  @Test("home has six kinds of content, its dates in the zone")
  func home() async throws {
    let home = await state(after: [RequestHomeAction()]).homeState
    #expect(!home.isLoading && !home.isError)
    #expect(home.campaignBannerCarouselViewObjects.map(\.id) == Array(1...6))
    #expect(home.campaignBannerCarouselViewObjects.first?.bannerContentsId == 1001)
    #expect(home.recentNewsCarouselViewObjects.count == 12)
    #expect(
      home.recentNewsCarouselViewObjects.last
        == RecentNewsCarouselViewObject(
          id: 12, thumbnailUrl: URL(string: "https://gourmet.example/news/12.jpg"),
          title: "今年の一皿を選びました", newsCategory: "特集", date: "2023.01.01"))
    #expect(home.featuredTopicsCarouselViewObjects.map(\.rating) == [4.5, 3.8, 4.1, 4.9])
    #expect(
      home.featuredTopicsCarouselViewObjects.map(\.date)
        == ["2022.11.20", "2022.11.22", "2022.11.25", "2022.11.27"])
    #expect(
      home.trendArticlesGridViewObjects.map(\.date)
        == ["2022.11.28", "2022.11.29", "2022.12.01", "2022.12.01"])
    #expect(home.pickupPhotosGridViewObjects.map(\.aspect)[1...2] == [1.5, 1])
    #expect(
      home.seasonalIngredientsListViewObjects.first
        == SeasonalIngredientsListViewObject(
          id: 1, name: "寒ぶり", month: 12, note: "脂がのるのは年の暮れから。"))
  }

  @Test("archive: a dish is stored, is found stored, and is let go, in the repository too")
  func archive() async throws {
    let services = GourmetServices.inMemory
    let search = RequestArchiveWithInputTextAction(inputText: "ピザ")
    let found = await state(after: [search], with: services)
    let cell = try #require(found.archiveState.archiveCellViewObjects.first)
    #expect(found.archiveState.archiveCellViewObjects.map(\.id) == [33])
    #expect(!cell.isStored)

    let add = AddArchiveObjectAction(archiveCellViewObject: cell)
    let added = await state(after: [add, search], from: found, with: services)
    #expect(added.archiveState.archiveCellViewObjects.map(\.isStored) == [true])
    #expect(try services.stored.all() == [cell.scene])

    let delete = DeleteArchiveObjectAction(archiveCellViewObject: cell)
    #expect(await state(after: [delete, search], from: added, with: services) == found)
    #expect(try services.stored.all() == [])
  }

  @Test("archive: what cannot be stored or let go is shown as before, with an error")
  func archiveNotKept() async throws {
    let search = RequestArchiveWithInputTextAction(inputText: "ピザ")
    let found = await state(after: [search])
    let cell = try #require(found.archiveState.archiveCellViewObjects.first)
    for isStored in [false, true] {
      var services = GourmetServices.inMemory
      services.stored = ReadOnlyStoredRepository(scenes: isStored ? [cell.scene] : [])
      var expected = await state(after: [search], with: services)
      let action: any ReduxAction =
        isStored
        ? DeleteArchiveObjectAction(archiveCellViewObject: cell)
        : AddArchiveObjectAction(archiveCellViewObject: cell)
      let failed = await state(after: [action], from: expected, with: services)
      expected.archiveState.isError = true
      #expect(failed == expected)
    }
  }

  @Test("favorite has its photos, their dates in the zone")
  func favorite() async {
    let favorite = await state(after: [RequestFavoriteAction()]).favoriteState
    #expect(!favorite.isLoading && !favorite.isError)
    #expect(
      favorite.favoritePhotosCardViewObjects.map(\.author) == ["なつみ", "たくや", "まい", "けんじ", "りさ"])
    #expect(
      favorite.favoritePhotosCardViewObjects.map(\.date)
        == ["2022.10.03", "2022.10.09", "2022.10.15", "2022.10.23", "2022.10.30"])
  }

  @Test("profile has the person, announcements, comments and favorites")
  func profile() async throws {
    let profile = await state(after: [RequestProfileAction()]).profileState
    #expect(!profile.isLoading && !profile.isError)
    let person = try #require(profile.profilePersonalViewObject)
    #expect(person.nickname == "ひだまりの食いしんぼう")
    #expect(person.since == "2021.04.01")
    #expect(person.histories.articlePostCount == 37)
    #expect(profile.profileAnnouncementViewObjects.map(\.date) == ["2022.12.01", "2022.12.06"])
    #expect(profile.profileCommentViewObjects.map(\.emotion) == ["うれしい", "たのしい"])
    #expect(profile.profileRecentFavoriteViewObjects.map(\.id) == [4, 1])
  }

  @Test("a request begins to load and takes the error back, of its screen only")
  func requests() {
    let reducer = appReducer { DateLabels(in: .gmt) }
    func part(
      _ action: any ReduxAction, begins: (inout AppState) -> Void,
      mends: (inout AppState) -> Void
    ) {
      var loading = AppState()
      begins(&loading)
      #expect(reducer(AppState(), action) == loading)
      var mended = troubled
      mends(&mended)
      #expect(reducer(troubled, action) == mended)
    }
    part(RequestOnboardingAction()) { _ in
    } mends: {
      $0.onboardingState.isError = false
    }
    part(RequestHomeAction()) {
      $0.homeState.isLoading = true
    } mends: {
      $0.homeState.isError = false
    }
    part(RequestArchiveWithNoConditionsAction()) {
      $0.archiveState.isLoading = true
    } mends: {
      $0.archiveState.isError = false
    }
    part(RequestFavoriteAction()) {
      $0.favoriteState.isLoading = true
    } mends: {
      $0.favoriteState.isError = false
    }
    part(RequestProfileAction()) {
      $0.profileState.isLoading = true
    } mends: {
      $0.profileState.isError = false
    }
  }

  @Test("a server that is down is an error of the screen that asked, and only there")
  func failures() async {
    func part(_ action: any ReduxAction, _ change: (inout AppState) -> Void) async {
      var expected = AppState()
      change(&expected)
      #expect(await state(after: [action], with: unreachable) == expected)
    }
    await part(RequestOnboardingAction()) { $0.onboardingState.isError = true }
    await part(RequestHomeAction()) { $0.homeState.isError = true }
    await part(RequestArchiveWithSelectedCategoryAction(selectedCategory: "和食")) {
      $0.archiveState.isError = true
      $0.archiveState.selectedCategory = "和食"
    }
    await part(RequestFavoriteAction()) { $0.favoriteState.isError = true }
    await part(RequestProfileAction()) { $0.profileState.isError = true }
  }

  @Test("one of home's six files that is damaged fails it, and the next request mends it")
  func oneDamaged() async {
    let whole = await state(after: [RequestHomeAction()])
    var failed = AppState()
    failed.homeState.isError = true
    for file in [
      .campaignBanners, .recentNews, .featuredTopics, .trendArticles, .pickupPhotos,
      .seasonalIngredients,
    ] as [ContentFile] {
      var services = GourmetServices.inMemory
      services.content = .cuttingOff([file])
      #expect(await state(after: [RequestHomeAction()], with: services) == failed)
      #expect(await state(after: [RequestHomeAction()], with: services) == whole)
    }
  }
}
