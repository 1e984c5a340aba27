// The states, actions and reducers of docs/adopting/redux.md.
public import Recorder
public import RecorderHost

extension NewsApp {
  /// The state of the app.
  public struct AppState: Codable, Sendable {
    /// The news screen.
    public var newsState = NewsState()

    /// The state at the start.
    public init() {}
  }

  /// The state of the news screen.
  public struct NewsState: Codable, Sendable {
    /// Whether an answer is awaited.
    public var isLoading = false
    /// Whether the last request failed.
    public var isError = false
    /// What is searched for.
    public var inputText = ""
    /// In which category.
    public var selectedCategory = ""
    /// What was found.
    public var articles: [ArticleViewObject] = []
  }

  /// An article as a cell shows it.
  public struct ArticleViewObject: Codable, Sendable {
    /// The number of the article.
    public let id: Int
    /// The title.
    public let title: String
  }

  /// An article as the server sends it.
  public struct ArticleEntity: Decodable, Sendable {
    /// The number of the article.
    public let id: Int
    /// The title.
    public let title: String
    /// The category.
    public let categoryName: String

    private enum Keys: String, CodingKey {
      case id
      case title
      case categoryName = "category_name"
    }

    /// An article.
    public init(id: Int, title: String, categoryName: String) {
      self.id = id
      self.title = title
      self.categoryName = categoryName
    }

    /// An article of the server's answer.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      id = try container.decode(Int.self, forKey: .id)
      title = try container.decode(String.self, forKey: .title)
      categoryName = try container.decode(String.self, forKey: .categoryName)
    }
  }
}

extension NewsApp.ArticleEntity: Encodable { private typealias CodingKeys = Keys }

extension NewsApp {
  /// A text was typed.
  public struct RequestNewsWithInputTextAction: Action, Codable {
    /// The text.
    public let inputText: String
  }

  /// A category was chosen.
  public struct RequestNewsWithSelectedCategoryAction: Action, Codable {
    /// The category.
    public let selectedCategory: String
  }

  /// The server has answered.
  public struct SuccessNewsAction: Action, Codable {
    /// What it found.
    public let articleEntities: [ArticleEntity]
  }

  /// The server has not answered.
  public struct FailureNewsAction: Action, Codable {}

  /// The actions, told apart by name.
  public static let newsActions = ActionRegistry<any Action> { types in
    types.add(RequestNewsWithInputTextAction.self, as: "news.inputText") { $0 }
    types.add(RequestNewsWithSelectedCategoryAction.self, as: "news.selectedCategory") { $0 }
    types.add(SuccessNewsAction.self, as: "news.success") { $0 }
    types.add(FailureNewsAction.self, as: "news.failure") { $0 }
  }

  /// The reducer of the app.
  public static func appReducer(_ state: AppState, _ action: any Action) -> AppState {
    var state = state
    state.newsState = newsReducer(state.newsState, action)
    return state
  }

  static func newsReducer(_ state: NewsState, _ action: any Action) -> NewsState {
    var state = state
    switch action {
    case let action as RequestNewsWithInputTextAction:
      state.inputText = action.inputText
      state.isLoading = true
    case let action as RequestNewsWithSelectedCategoryAction:
      state.selectedCategory = action.selectedCategory
      state.isLoading = true
    case let action as SuccessNewsAction:
      // That the error is left as it was is the mistake that the page finds.
      state.isLoading = false
      state.articles = action.articleEntities.map { ArticleViewObject(id: $0.id, title: $0.title) }
    case is FailureNewsAction:
      state.isLoading = false
      state.isError = true
    default: break
    }
    return state
  }
}

/// The reducer host.
public var newsHost: ReducerHost<NewsApp.AppState, any NewsApp.Action> {
  ReducerHost(store: "news", codec: NewsApp.newsActions.codec) {
    $0 = NewsApp.appReducer($0, $1)
  }
}
