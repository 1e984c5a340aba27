/// A store with the signatures of ReSwift 6, written anew for the sample apps and the tests: what is
/// attached to it here is attached to the real one in the same words.
///
/// It differs in one thing. Subscribers are told in the order in which they subscribed, while those
/// of ReSwift are told in an order of hashes, which differs in each run: where two of them dispatch,
/// the order of their actions is not the same twice.
package enum ReSwift {}

extension ReSwift {
  /// What a store can reduce.
  package protocol Action {}

  /// Dispatched to make the first state, where a store is given none.
  package struct ReSwiftInit: Action {}

  package typealias Reducer<State> = (_ action: any Action, _ state: State?) -> State

  package typealias DispatchFunction = (any Action) -> Void

  package typealias Middleware<State> = (@escaping DispatchFunction, @escaping () -> State?)
    -> (@escaping DispatchFunction) -> DispatchFunction

  /// What a store can hold on to, whatever it is told.
  package protocol AnyStoreSubscriber: AnyObject {}

  /// What is told a state, or a part of one.
  package protocol StoreSubscriber<StoreSubscriberStateType>: AnyStoreSubscriber {
    associatedtype StoreSubscriberStateType

    func newState(state: StoreSubscriberStateType)
  }
}
