import Foundation
import Testing

@testable import SampleApps

@Suite("The toast on the screen")
struct ToastViewTests {
  private let scheduler = ManualScheduler(ManualClock(0))

  /// A store whose ids count up.
  private func makeStore() -> ReSwift.Store<ToastState> {
    var second = 0.0
    let reducer = toastReducer {
      second += 1
      return Date(timeIntervalSince1970: second)
    }
    return ReSwift.Store(reducer: reducer, state: ToastState())
  }

  @Test("the view model is told of the first of the queue, and of no other")
  func selects() {
    let store = makeStore()
    let viewModel = ToastViewModel(store)
    var told: [Int?] = []
    viewModel.onChange = { told.append($0?.id) }
    viewModel.enqueueToast(message: "a", type: nil)
    viewModel.enqueueToast(message: "b", type: .error)
    viewModel.dequeueToast(id: 2)
    viewModel.dequeueToast(id: 7)
    viewModel.enqueueToast(message: "c", type: nil)
    viewModel.dequeueToast()
    viewModel.clear()
    viewModel.clear()
    viewModel.dequeueToast()
    #expect(told == [1, 3, nil])
  }

  @Test("a toast goes after two seconds; the next has two seconds of its own")
  func dismisses() {
    let store = makeStore()
    let viewModel = ToastViewModel(store)
    viewModel.enqueueToast(message: "a", type: nil)
    let view = ToastView(viewModel, scheduler: scheduler)
    scheduler.advance(by: 1.5)
    viewModel.enqueueToast(message: "b", type: nil)
    var shown: [Int?] = []
    for seconds in [0.4, 0.1, 1.9, 0.1, 9] {
      scheduler.advance(by: seconds)
      shown.append(viewModel.item?.id)
    }
    withExtendedLifetime(view) {}
    #expect(shown == [1, 2, 2, nil, nil])
    #expect(scheduler.waiting == 0)
  }

  @Test("a toast that is waved away takes its timer with it")
  func callsOff() {
    let store = makeStore()
    let viewModel = ToastViewModel(store)
    let view = ToastView(viewModel, scheduler: scheduler)
    viewModel.enqueueToast(message: "a", type: nil)
    scheduler.advance(by: 1)
    viewModel.dequeueToast()
    #expect(scheduler.waiting == 0)
    viewModel.enqueueToast(message: "b", type: nil)
    scheduler.advance(by: 1.5)
    withExtendedLifetime(view) {}
    #expect(viewModel.item?.id == 2)
  }

  @Test("a view model that is gone is told nothing more")
  func unsubscribes() {
    let store = makeStore()
    var told = 0
    do {
      let viewModel = ToastViewModel(store)
      viewModel.onChange = { _ in told += 1 }
      store.dispatch(ToastAction.enqueueToast(message: "a", type: nil))
    }
    store.dispatch(ToastAction.clearToast)
    #expect(told == 1)
  }
}
