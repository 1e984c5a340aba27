// The app of docs/adopting/composable.md, in the shape of TCA 0.9.
public import Recorder
public import RecorderHost

extension TCA {
  /// What is searched for, and what was found.
  public struct SearchState: Codable, Equatable, Sendable {
    /// What is typed.
    public var query = ""
    /// What was found last.
    public var places: [String] = []
    /// Whether the last search failed.
    public var hasFailed = false

    /// Nothing searched for.
    public init() {}
  }

  /// Why nothing was found.
  public struct SearchFailure: Error, Codable, Sendable {
    /// The status of the answer.
    public var status: Int

    /// A failure.
    public init(status: Int) { self.status = status }
  }

  /// What can happen.
  public enum SearchAction: Sendable {
    case queryChanged(String)
    case response(Result<[String], SearchFailure>)
  }

  /// What effects need.
  public struct SearchEnvironment {
    var search: (String) -> Effect<Result<[String], SearchFailure>, Never>

    /// An environment.
    public init(search: @escaping (String) -> Effect<Result<[String], SearchFailure>, Never>) {
      self.search = search
    }
  }
}

extension TCA.SearchAction: Codable {
  private enum Coded: Codable {
    case queryChanged(String)
    case found([String])
    case failed(TCA.SearchFailure)
  }

  /// Writes the action as one whose payload is no `Result`.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .queryChanged(let query): try Coded.queryChanged(query).encode(to: encoder)
    case .response(.success(let places)): try Coded.found(places).encode(to: encoder)
    case .response(.failure(let failure)): try Coded.failed(failure).encode(to: encoder)
    }
  }

  /// Reads what was written.
  public init(from decoder: any Decoder) throws {
    switch try Coded(from: decoder) {
    case .queryChanged(let query): self = .queryChanged(query)
    case .found(let places): self = .response(.success(places))
    case .failed(let failure): self = .response(.failure(failure))
    }
  }
}

extension TCA {
  /// The reducer: each search is answered when it is, also when it is not the newest.
  public static var searchReducer: Reducer<SearchState, SearchAction, SearchEnvironment> {
    Reducer { state, action, environment in
      switch action {
      case .queryChanged(let query):
        state.query = query
        state.hasFailed = false
        return environment.search(query).map(SearchAction.response)
      case .response(.success(let places)): state.places = places
      case .response(.failure): state.hasFailed = true
      }
      return .none
    }
  }

  /// The store, recorded.
  public static func searchStore(
    _ environment: SearchEnvironment, recorder: SessionRecorder
  ) -> Store<SearchState, SearchAction> {
    let store = Store(
      initialState: SearchState(), reducer: Reducer(recorder.reducer(searchReducer.run)),
      environment: environment)
    return store
  }

  /// The reducer host.
  public static var searchHost: ReducerHost<SearchState, SearchAction> {
    let silent = SearchEnvironment(search: { _ in .none })
    return ReducerHost(store: "search", codec: .codable) { state, action in
      _ = searchReducer.run(&state, action, silent)
    }
  }
}
