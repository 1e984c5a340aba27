// The app of docs/changing-your-state.md, as it was in version 1.4.
public import Recorder

/// A reader of articles in version 1.4, as far as its store goes.
public enum ReaderThen {
  /// An article.
  public struct Article: Codable, Sendable {
    var title: String
    var isRead = false
  }

  /// What the reader shows.
  public struct State: Codable, Sendable {
    var articles: [Article] = []
    var colour = "light"
    var owner = "Ada Lovelace"
    var size = 12

    /// Nothing to read.
    public init() {}
  }

  /// What can be done.
  public enum Action: Codable, Sendable {
    case add(title: String)
    case select(Int)
    case setColour(String)
    case resize(Int)
    case beep
  }

  /// The reducer.
  public static func reduce(_ state: inout State, _ action: Action) {
    switch action {
    case .add(let title): state.articles.append(Article(title: title))
    case .select(let place): state.articles[place].isRead = true
    case .setColour(let colour): state.colour = colour
    case .resize(let size): state.size = size
    case .beep: break
    }
  }

  /// Records a session.
  public static func record(with recorder: SessionRecorder) {
    var state = State()
    let actions: [Action] = [
      .add(title: "On engines"), .setColour("dark"), .beep, .add(title: "On notes"), .select(1),
      .resize(14),
    ]
    for action in actions { recorder.step(action, into: &state) { reduce(&$0, action) } }
    recorder.close()
  }
}
