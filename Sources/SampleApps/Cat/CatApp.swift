import Foundation
import Recorder
import RecorderHost

/// The cat of the day as an app.
enum CatApp {
  static let sample = SampleApp(
    name: "cat", summary: "a picture of a cat; the store awaits its middleware",
    scenarios: CatScript.all.map { script in
      Scenario(script.name, script.summary) { await play(script, $0) }
    },
    serve: { host.run() })

  static var host: ReducerHost<CatStoreState, CatAction> {
    ReducerHost(store: "cat", codec: .codable) { $0 = catReducer(action: $1, state: $0) }
  }

  @MainActor
  static func play(
    _ script: CatScript, _ recorder: SessionRecorder,
    reducer: @escaping CatStore.Reducer = catReducer(action:state:)
  ) async {
    let useCase = GatedCatUseCase()
    let store = CatStore(
      middleware: CatFetching(useCase: useCase), recorder: recorder, reducer: reducer)
    await script.user(CatUser(store: store, useCase: useCase, recorder: recorder))
  }
}

/// A person at the cat screen, and the server that answers as the script says.
@MainActor
final class CatUser {
  static let tama = cat("tama", 640, 480)
  static let mike = cat("三毛", 1200, 900)
  static let kuro = cat("kuro", 333, 500)

  let store: CatStore
  let useCase: GatedCatUseCase
  let recorder: SessionRecorder
  private var fetches: [Task<Void, Never>] = []

  init(store: CatStore, useCase: GatedCatUseCase, recorder: SessionRecorder) {
    self.store = store
    self.useCase = useCase
    self.recorder = recorder
  }

  /// Asks for a cat, and continues once the request is in flight.
  func fetch() async {
    fetches.append(Task { await recorder.at { await store.dispatch(.fetchCat) } })
    await useCase.hasBegun(fetches.count)
  }

  /// Lets the server answer a request, the first being 1, and waits until the answer is dispatched.
  func answer(_ fetch: Int, _ cat: Cat?) async {
    guard fetches.indices.contains(fetch - 1) else { return }
    let result = cat.map(Result<Cat, any Error>.success)
    useCase.answer(fetch, with: result ?? .failure(GatedCatUseCase.ServerIsDown()))
    await fetches[fetch - 1].value
  }

  private static func cat(_ name: String, _ width: Int, _ height: Int) -> Cat {
    Cat(
      id: name, url: URL(string: "https://cats.example/pictures")?.appending(path: "\(name).jpg"),
      width: width, height: height)
  }
}

/// What happens at the cat screen.
struct CatScript: Sendable {
  let name: String
  let summary: String
  let user: @MainActor @Sendable (CatUser) async -> Void

  init(
    _ name: String, _ summary: String, user: @escaping @MainActor @Sendable (CatUser) async -> Void
  ) {
    self.name = name
    self.summary = summary
    self.user = user
  }

  static let all = [fetch, interleaved, failure, restored]

  static let fetch = CatScript("fetch", "a cat, then another") { user in
    await user.fetch()
    await user.answer(1, CatUser.tama)
    await user.fetch()
    await user.answer(2, CatUser.mike)
  }

  static let interleaved = CatScript(
    "interleaved", "three requests at once; the oldest is answered last, and its cat stays"
  ) { user in
    await user.fetch()
    await user.fetch()
    user.recorder.mark("asks a third time")
    await user.fetch()
    await user.answer(2, nil)
    await user.answer(3, CatUser.kuro)
    user.recorder.mark("the newest is shown")
    await user.answer(1, CatUser.tama)
  }

  static let failure = CatScript("failure", "the server is down, then it is not") { user in
    await user.fetch()
    await user.answer(1, nil)
    await user.fetch()
    await user.answer(2, CatUser.kuro)
  }

  static let restored = CatScript(
    "restored", "a cat kept from the last launch is applied while a request fails"
  ) { user in
    await user.fetch()
    user.store.apply(state: CatStoreState(cat: CatUser.mike, loadingState: .loading))
    await user.answer(1, nil)
  }
}
