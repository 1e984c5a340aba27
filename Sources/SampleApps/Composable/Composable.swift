/// A small composable architecture in the shape of TCA 0.9: a reducer that returns effects, and a
/// store that starts them and reduces what they send.
///
/// It has no screen and does not use Combine.
enum Composable {
  /// Changes a state by an action, and returns an effect.
  struct Reducer<State, Action: Sendable, Environment> {
    let run: (inout State, Action, Environment) -> Effect<Action, Never>

    init(_ run: @escaping (inout State, Action, Environment) -> Effect<Action, Never>) {
      self.run = run
    }
  }
}
