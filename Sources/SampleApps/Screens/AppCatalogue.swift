import Foundation

/// The server of the app store, which answers after a while of a scheduler's time.
final class AppCatalogue {
  private let scheduler: any Scheduler
  /// The delays of the next requests; after them, the usual one.
  var delays: [TimeInterval] = []

  init(scheduler: any Scheduler) { self.scheduler = scheduler }

  func today(then answer: @escaping ([AppSummary]) -> Void) {
    respond { answer(["tide", "loom"].compactMap(Self.summary)) }
  }

  func search(_ text: String, then answer: @escaping ([AppSummary]) -> Void) {
    respond {
      let wanted = text.lowercased()
      answer(Self.apps.filter { $0.name.lowercased().contains(wanted) }.map(\.summary))
    }
  }

  func detail(_ id: String, then answer: @escaping (ApplicationState.DetailLoaded) -> Void) {
    guard let app = Self.apps.first(where: { $0.id == id }) else { return }
    respond {
      answer(
        ApplicationState.DetailLoaded(
          id: app.id, name: app.name, story: app.story,
          related: app.related.compactMap(Self.summary)))
    }
  }

  private func respond(_ answer: @escaping () -> Void) {
    _ = scheduler.after(delays.isEmpty ? 0.3 : delays.removeFirst(), answer)
  }

  private struct App {
    let id: String
    let name: String
    let story: String
    let related: [String]

    var summary: AppSummary { AppSummary(id: id, name: name) }
  }

  private static func summary(_ id: String) -> AppSummary? {
    apps.first { $0.id == id }?.summary
  }

  private static let apps = [
    App(
      id: "tide", name: "Tide Table", story: "High water at every harbour, without a network.",
      related: ["fog", "loom"]),
    App(id: "fog", name: "霧の地図", story: "歩いたところだけ、霧が晴れていきます。", related: ["tide"]),
    App(
      id: "loom", name: "Loom", story: "Weave a pattern a day, and wear it on your wrist.",
      related: ["fog"]),
    App(id: "tidy", name: "Tidy Drawer", story: "A place for every little thing.", related: []),
  ]
}
