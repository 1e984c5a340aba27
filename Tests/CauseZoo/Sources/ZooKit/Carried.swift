import Foundation
import Synchronization

private final class Shelf {
  var date: Date?
  var ticket: String?
}

nonisolated(unsafe) private let shelf = Shelf()
nonisolated(unsafe) private let drawer = Shelf()
private let opened = Mutex<Date?>(nil)

/// The first action that asks keeps something outside the store, the last one shows it; those between look at
/// it, and ask for something that is the same everywhere.
private func carried(
  _ name: String, _ kind: Kind, asks: [Int] = [2, 5, 8],
  keep: @escaping @Sendable () -> Void, look: @escaping @Sendable () -> Bool,
  show: @escaping @Sendable (inout Desk) -> Void
) -> Specimen {
  .desk(
    name, kind, .hiddenState, script: Script((asks.last ?? 0) + 3, asks: asks),
    first: .at(asks.last ?? 0), origin: asks.first
  ) { desk, number in
    switch number {
    case 1: keep()
    case asks.count: show(&desk)
    default: desk.flags["root"] = look() && access("/", F_OK) == 0
    }
  }
}

extension Specimen {
  /// Reducers in which several steps use what one of them has kept.
  static let carried: [Specimen] = [
    ZooKit.carried("kept-in-an-object", .clock) {
      shelf.date = asked(Date())
    } look: {
      shelf.date != nil
    } show: { desk in
      desk.readings.append(shelf.date?.timeIntervalSince1970 ?? 0)
    },
    ZooKit.carried("kept-in-an-object-by-the-first-of-many", .random, asks: [2, 3, 4, 6, 7, 10]) {
      drawer.ticket = asked(UUID().uuidString)
    } look: {
      drawer.ticket != nil
    } show: { desk in
      desk.answers.append(drawer.ticket ?? "")
    },
    ZooKit.carried("kept-behind-a-lock", .clock, asks: [3, 6, 7, 9]) {
      opened.withLock { $0 = asked(Date()) }
    } look: {
      opened.withLock { $0 != nil }
    } show: { desk in
      desk.readings.append(opened.withLock(\.self)?.timeIntervalSince1970 ?? 0)
    },
  ]
}
