import Foundation
import Recorder
import SessionFormat
import Testing

@testable import SampleApps

@Suite("Recorded product lists")
struct ProductScriptTests {
  private static func record(
    _ script: ProductScript, oracle: Oracle<ProductListState> = Oracle(),
    atEnd: (ProductListScreen) -> Void = { _ in }
  ) async throws -> RecordedSession {
    try await RecordedSession.record("products") { recorder in
      let screen = ProductsApp.play(
        script, recorder,
        reducer: { action, state in
          let next = ProductListState.reduce(action: action, state: state)
          if let action = action as? any Encodable, let state {
            oracle.note(action, before: state, after: next)
          }
          return next
        })
      atEnd(screen)
    }
  }

  /// Each step: the action's type, its cause, the ids of the list, and the flags.
  private func log(_ session: RecordedSession) -> [String] {
    session.steps.map { step in
      let ids = (step.after?["list"]?.array ?? []).map { product in
        "\(product["id"]?.int ?? 0)\(product["isFavorite"] == true ? "*" : "")"
      }
      let loading = step.after?["loadingType"]?.string ?? "?"
      let from = step.action.from.map { " from \($0)" } ?? ""
      return "\(step.action.type)\(from) [\(ids.joined(separator: " "))] \(loading)"
    }
  }

  @Test(
    "each reduction is recorded once, in order, between its states, and reproduced",
    arguments: ProductScript.all)
  func agreesWithOracle(script: ProductScript) async throws {
    let oracle = Oracle<ProductListState>()
    let session = try await Self.record(script, oracle: oracle)
    oracle.agrees(with: session)
    #expect(session.steps.flatMap(\.inputs) == [])
    #expect(session.dispatched == [])
    try Replay(of: session, by: ProductsApp.host).reproduces(session)
  }

  @Test("paging: page by page to the end, each shown once, then the newest on top")
  func paging() async throws {
    var screen: ProductListScreen?
    let session = try await Self.record(.paging) { screen = $0 }
    #expect(
      log(session) == [
        "LoadingStart [] initialize",
        "LoadingSuccess [1 2 3] none",
        "ResetNeedUpdateFlag from 2 [1 2 3] none",
        "LoadingStart [1 2 3] add",
        "LoadingSuccess [1 2 3 4 5 6] none",
        "ResetNeedUpdateFlag from 5 [1 2 3 4 5 6] none",
        "LoadingStart [1 2 3 4 5 6] add",
        "LoadingSuccess [1 2 3 4 5 6 7 8] none",
        "ResetNeedUpdateFlag from 8 [1 2 3 4 5 6 7 8] none",
        "LoadingStart [1 2 3 4 5 6 7 8] refresh",
        "LoadingSuccess [9 1 2] none",
        "ResetNeedUpdateFlag from 11 [9 1 2] none",
      ])
    #expect(screen?.reloads == 4)
    #expect(screen?.rows == ["☆ Clay whistle", "☆ Linen shirt", "☆ 琺瑯マグ"])
    #expect(screen?.toasts == [])
    #expect(screen?.isRefreshing == false)
  }

  @Test("favourite: each result is a toast, once, and the star follows the server")
  func favourite() async throws {
    var screen: ProductListScreen?
    let session = try await Self.record(.favourite) { screen = $0 }
    #expect(
      log(session).dropFirst(3) == [
        "UpdateFavoriteStart [1 2 3] none",
        "UpdateFavoriteSuccess [1 2* 3] none",
        "ResetNeedUpdateFlag from 5 [1 2* 3] none",
        "UpdateFavoriteStart [1 2* 3] none",
        "UpdateFavoriteStart [1 2* 3] none",
        "UpdateFavoriteSuccess [1* 2* 3] none",
        "ResetNeedUpdateFlag from 9 [1* 2* 3] none",
        "UpdateFavoriteSuccess [1* 2 3] none",
        "ResetNeedUpdateFlag from 11 [1* 2 3] none",
        "UpdateFavoriteStart [1* 2 3] none",
        "UpdateFavoriteFailure [1* 2 3] none",
        "ResetNeedUpdateFlag from 14 [1* 2 3] none",
      ])
    #expect(
      screen?.toasts == [
        "Favourites updated", "Favourites updated", "Favourites updated", "Try again later",
      ])
    #expect(screen?.rows == ["★ Linen shirt", "☆ 琺瑯マグ", "☆ Oak tray"])
  }

  @Test("failure: the error is shown, the list stays, and the next request takes it away")
  func failure() async throws {
    let session = try await Self.record(.failure)
    #expect(
      log(session) == [
        "LoadingStart [] initialize", "LoadingFailure [] none",
        "LoadingStart [] refresh", "LoadingSuccess [1 2 3] none",
        "ResetNeedUpdateFlag from 4 [1 2 3] none",
        "LoadingStart [1 2 3] add", "LoadingFailure [1 2 3] none",
      ])
    #expect(
      session.steps.map { $0.after?["errorMessage"]?.string } == [
        nil, "503", nil, nil, nil, nil, "timed out",
      ])
  }

  @Test("hole: the third page comes after the first, and the second is gone")
  func hole() async throws {
    let session = try await Self.record(.hole)
    #expect(
      log(session).suffix(6) == [
        "LoadingStart [1 2 3 4 5 6] add",
        "LoadingStart [1 2 3 4 5 6] refresh",
        "LoadingSuccess [1 2 3] none",
        "ResetNeedUpdateFlag from 9 [1 2 3] none",
        "LoadingSuccess [1 2 3 7 8] none",
        "ResetNeedUpdateFlag from 11 [1 2 3 7 8] none",
      ])
  }

  @Test("while it loads, the screen shows how")
  func indicators() throws {
    let path = RecordedSession.newPath()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let scheduler = ManualScheduler(ManualClock(0))
    let screen = ProductListScreen(
      recorder: try SessionRecorder(path: path, store: "products"),
      request: MockProductRequest(scheduler: scheduler))
    var shown: [[Bool]] = []
    func look() { shown.append([screen.isLoadingAnimated, screen.isRefreshing]) }
    look()
    screen.appear()
    look()
    scheduler.advance(by: 1)
    look()
    screen.pullToRefresh()
    look()
    scheduler.advance(by: 1)
    look()
    #expect(
      shown == [[false, false], [true, false], [false, false], [false, true], [false, false]])
  }

  @Test(
    "a middleware that swallows, and one that dispatches before and after, change no other rule")
  func middlewares() async throws {
    let oracle = Oracle<ProductListState>()
    let session = try await RecordedSession.record("products") { recorder in
      ProductsApp.play(
        .failure, recorder,
        reducer: { action, state in
          let next = ProductListState.reduce(action: action, state: state)
          if let action = action as? any Encodable, let state {
            oracle.note(action, before: state, after: next)
          }
          return next
        },
        middleware: [swallowing, chatty])
    }
    oracle.agrees(with: session)
    #expect(
      log(session) == [
        "UpdateFavoriteFailure [] none", "ResetNeedUpdateFlag from 1 [] none",
        "LoadingStart [] initialize", "UpdateFavoriteStart from 3 [] initialize",
        "UpdateFavoriteFailure [] initialize", "ResetNeedUpdateFlag from 5 [] initialize",
        "LoadingStart [] refresh", "UpdateFavoriteStart from 7 [] refresh",
        "LoadingSuccess [1 2 3] none", "ResetNeedUpdateFlag from 9 [1 2 3] none",
        "UpdateFavoriteFailure [1 2 3] none", "ResetNeedUpdateFlag from 11 [1 2 3] none",
        "LoadingStart [1 2 3] add", "UpdateFavoriteStart from 13 [1 2 3] add",
      ])
    #expect(
      session.dispatched.map { "\($0.n) \($0.type)" } == [
        "4 LoadingFailure", "14 LoadingFailure",
      ])
    try Replay(of: session, by: ProductsApp.host).reproduces(session)
  }

  /// Lets no failure through.
  private var swallowing: ReSwift.Middleware<ProductListState> {
    { _, _ in
      { next in { action in if !(action is ProductListState.LoadingFailure) { next(action) } } }
    }
  }

  /// Dispatches before and after each start.
  private var chatty: ReSwift.Middleware<ProductListState> {
    { dispatch, _ in
      { next in
        { action in
          guard action is ProductListState.LoadingStart else { return next(action) }
          dispatch(ProductListState.UpdateFavoriteFailure())
          next(action)
          dispatch(ProductListState.UpdateFavoriteStart())
        }
      }
    }
  }

  @Test("the app as it is shipped reproduces what it recorded", arguments: ProductScript.all)
  func shippedAppReproduces(script: ProductScript) async throws {
    let sample = try #require(SampleApps.named("products"))
    let scenario = try #require(sample.scenarios.first { $0.name == script.name })
    let session = try await RecordedSession.record(sample.name) { await scenario.run($0) }
    try Replay(of: session, by: ProductsApp.host).reproduces(session)
  }
}
