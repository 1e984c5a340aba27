import Foundation

extension Zoo {
  /// Faults that follow from places left out of the comparison.
  static let leftOut: [Specimen] = [
    Specimen.of("ignored-time", "left-out", step: 3, Order()) { order, visit in
      switch visit {
      case .calm(let amount):
        order.made = Date().timeIntervalSince1970
        order.count = amount
      case .wild: order.name = "order of \(order.made)"
      }
    }.ignoring("$.made"),
    Specimen.of("ignored-key", "left-out", step: 3, Order()) { order, visit in
      switch visit {
      case .calm(let amount):
        order.key = UUID().uuidString
        order.count = amount
      case .wild: order.count = order.key.utf8.reduce(0) { $0 * 7 % 1_000_003 + Int($1) }
      }
    }.ignoring("$.key"),
  ]

  private struct Order: Codable, Sendable {
    var made = 0.0
    var key = ""
    var name = ""
    var count = 0
  }
}
