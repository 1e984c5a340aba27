import Foundation
import Testing

@testable import SampleApps

@Suite("The toast reducer")
struct ToastReducerTests {
  static let items = [
    ToastItem(id: 4, message: "a", type: .info), ToastItem(id: 5, message: "b", type: .error),
    ToastItem(id: 4, message: "c", type: .success),
  ]

  private func reduce(
    _ action: any ReSwift.Action, _ items: [ToastItem]?, at seconds: TimeInterval = 0
  ) -> [ToastItem] {
    toastReducer(now: { Date(timeIntervalSince1970: seconds) })(
      action, items.map { ToastState(items: $0) }
    ).items
  }

  @Test(
    "a toast is put last, and its id is the time in whole seconds", arguments: [9, 9.25, 9.999])
  func enqueues(seconds: TimeInterval) {
    let action = ToastAction.enqueueToast(message: "d", type: .success)
    #expect(
      reduce(action, Self.items, at: seconds)
        == Self.items + [ToastItem(id: 9, message: "d", type: .success)])
  }

  @Test("a toast without a type is for information")
  func typeByDefault() {
    #expect(
      reduce(ToastAction.enqueueToast(message: "d", type: nil), [])
        == [ToastItem(id: 0, message: "d", type: .info)])
  }

  @Test("every toast of the id goes, the others stay in order")
  func dequeues() {
    #expect(reduce(ToastAction.dequeueToast(id: 4), Self.items).map(\.message) == ["b"])
    #expect(reduce(ToastAction.dequeueToast(id: 5), Self.items).map(\.message) == ["a", "c"])
    #expect(reduce(ToastAction.dequeueToast(id: 6), Self.items) == Self.items)
  }

  @Test("clearing leaves nothing, and without a state the queue is empty")
  func clears() {
    #expect(reduce(ToastAction.clearToast, Self.items) == [])
    #expect(reduce(ToastAction.clearToast, nil) == [])
  }

  @Test("an action of something else changes nothing")
  func passesOverOtherActions() {
    struct Other: ReSwift.Action {}
    #expect(reduce(Other(), Self.items) == Self.items)
  }

  @Test("the clock is asked for a new toast only")
  func asksTheClockOnce() {
    var asked = 0
    let reducer = toastReducer {
      asked += 1
      return Date(timeIntervalSince1970: 1)
    }
    _ = reducer(ToastAction.dequeueToast(id: 4), ToastState(items: Self.items))
    _ = reducer(ToastAction.clearToast, ToastState(items: Self.items))
    #expect(asked == 0)
    _ = reducer(ToastAction.enqueueToast(message: "d", type: nil), nil)
    #expect(asked == 1)
  }
}
