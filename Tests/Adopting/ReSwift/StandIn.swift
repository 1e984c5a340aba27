// What `import ReSwift` and `import ReSwiftThunk` give an app, by a store of the same signatures.
import SampleApps

typealias Action = ReSwift.Action
typealias Middleware<State> = ReSwift.Middleware<State>
typealias Reducer<State> = ReSwift.Reducer<State>
typealias Store<State> = ReSwift.Store<State>
typealias StoreSubscriber = ReSwift.StoreSubscriber

func createThunkMiddleware<State>() -> Middleware<State> { ReSwift.createThunkMiddleware() }
