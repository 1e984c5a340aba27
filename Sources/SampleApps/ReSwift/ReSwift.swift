/// A store with the signatures of ReSwift 6, written anew for the sample apps and the tests: code
/// that attaches to it attaches to the real one in the same words.
///
/// It differs in one thing: subscribers get states in the order in which they subscribed. ReSwift
/// uses an order of hashes, which differs in each run: if two subscribers dispatch, the order of
/// their actions varies.
package enum ReSwift {}

extension ReSwift {
  /// What a store can reduce.
  package protocol Action {}

  /// Dispatched to make the first state, if a store has no initial one.
  package struct ReSwiftInit: Action {}

  package typealias Reducer<State> = (_ action: any Action, _ state: State?) -> State

  package typealias DispatchFunction = (any Action) -> Void

  package typealias Middleware<State> = (@escaping DispatchFunction, @escaping () -> State?)
    -> (@escaping DispatchFunction) -> DispatchFunction

  /// Any object that a store can refer to, whatever states it gets.
  package protocol AnyStoreSubscriber: AnyObject {}

  /// An object that gets a state, or a part of one.
  package protocol StoreSubscriber<StoreSubscriberStateType>: AnyStoreSubscriber {
    associatedtype StoreSubscriberStateType

    func newState(state: StoreSubscriberStateType)
  }
}
