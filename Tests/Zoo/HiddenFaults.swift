import Foundation

extension Zoo {
  /// Values that the process keeps outside the store.
  private final class Tally: @unchecked Sendable {
    var total = 0
    var first: Int?
    var seen: [Int: Int] = [:]
    static let shared = Tally()
  }

  /// Reducers that keep values in globals, statics and shared objects.
  static let hidden: [Specimen] = [
    .fault(
      "global-counter", "hidden-state", calm: 2, before: { Tally.shared.total = 40 }
    ) { pen, _ in
      Tally.shared.total += 1
      pen.count = Tally.shared.total
    },
    .fault(
      "static-cache", "hidden-state", calm: 3, before: { Tally.shared.first = 77 }
    ) { pen, amount in
      let first = Tally.shared.first ?? amount
      Tally.shared.first = first
      pen.count = first
    },
    .fault(
      "shared-object", "hidden-state", calm: 1, before: { Tally.shared.seen[3] = 5 }
    ) { pen, amount in
      Tally.shared.seen[amount, default: 0] += 1
      pen.numbers.append(Double(Tally.shared.seen[amount] ?? 0))
    },
    .fault(
      "next-id", "hidden-state", calm: 4, before: { Tally.shared.total = 7 }
    ) { pen, amount in
      Tally.shared.total += amount
      pen.text = "item \(Tally.shared.total)"
    },
    .fault(
      "token-from-before", "hidden-state", calm: 1, before: { Tally.shared.total = 7 }
    ) { pen, amount in
      pen.count = amount + Tally.shared.total
    },
    shelves, everyThird, keptTime,
  ]

  /// A state that is a reference: a change in it changes every state that has it.
  private final class Shelf: Codable, @unchecked Sendable {
    var books = 0
    static let best = Shelf()
  }

  private struct Library: Codable, Sendable {
    var shelf = Shelf()
    var total = 0
  }

  private static let shelves = Specimen.of(
    "shared-between-states", "hidden-state", step: 3, Library(), before: { Shelf.best.books = 30 }
  ) { library, visit in
    switch visit {
    case .calm(let amount): library.total += amount
    case .wild(let amount):
      library.shelf = Shelf.best
      library.shelf.books += amount
    }
  }

  private final class Opening: @unchecked Sendable {
    var time: Double?
    var visits = 0
    static let hours = Opening()
  }

  /// The first step keeps the time, and a later one shows what it kept; those between change the same object, and
  /// ask for the time for another reason.
  private static let keptTime = Specimen.of(
    "time-from-before", "clock", step: 4, Pen()
  ) { pen, visit in
    switch visit {
    case .calm(let amount):
      let now = Date().timeIntervalSince1970
      if Opening.hours.time == nil { Opening.hours.time = now }
      if now > 0 { Opening.hours.visits += 1 }
      pen.count += amount
    case .wild: pen.numbers.append(Opening.hours.time ?? 0)
    }
  }.also("hidden-state")

  /// Shows at every third step of a process, whatever the step is, including those before the
  /// examined step.
  private static let everyThird = Specimen.of(
    "every-third", "hidden-state", step: 3, Pen(), before: { Tally.shared.total = -1000 }
  ) { pen, visit in
    switch visit {
    case .calm(let amount), .wild(let amount): pen.count += amount
    }
    Tally.shared.total += 1
    if Tally.shared.total > 0, Tally.shared.total % 3 == 0 { pen.count += 1 }
  }
}
