// What docs/adopting/composable.md shows for TCA 1.x.
public import Recorder
public import RecorderHost

extension TCA1 {
  /// A reducer around the outermost one, which records.
  public struct Recorded<Base: Reducer>: Reducer {
    let base: Base
    let recorder: SessionRecorder

    /// Reduces an action, recorded.
    public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
      recorder.step(action, into: &state) { base.reduce(into: &$0, action: action) }
    }
  }

  /// A feature.
  public struct Feature: Reducer {
    /// The feature's state.
    public struct State: Codable, Equatable, Sendable {
      /// How often it was tapped.
      public var taps = 0

      /// Not tapped.
      public init() {}
    }

    /// What can happen.
    public enum Action: Codable, Sendable {
      case tapped
    }

    /// The feature.
    public init() {}

    /// Counts a tap.
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.taps += 1
      return .none
    }
  }

  /// The store of the feature, recorded.
  public static func featureStore(
    recorder: SessionRecorder
  ) -> Store<Feature.State, Feature.Action> {
    Store(initialState: Feature.State()) {
      Recorded(base: Feature(), recorder: recorder)
    }
  }

  /// The reducer host.
  public static var featureHost: ReducerHost<Feature.State, Feature.Action> {
    ReducerHost(store: "feature", codec: .codable) { state, action in
      _ = Feature().reduce(into: &state, action: action)
    }
  }
}
