/// The remaining cost that an evaluation may use.
class QueryBudget {
  final let limit: Int
  private var left: Int
  /// Whether the user cancels the work; it then ends as if the limit were exceeded.
  final let interrupted: (() -> Bool)?
  /// The remaining budget at which `interrupted` is called next.
  private var asksAt: Int

  private static let visitsBetweenChecks = 1 << 16

  init(limit: Int, interrupted: (() -> Bool)? = nil) {
    self.limit = limit
    self.interrupted = interrupted
    left = max(0, limit)
    asksAt = left - QueryBudget.visitsBetweenChecks
  }

  /// Pays for visits to that many nodes.
  final func spend(_ count: Int) throws(QueryError) {
    guard count <= left else { throw QueryError(.limitExceeded(limit: limit)) }
    left -= count
    guard left < asksAt else { return }
    asksAt = left - QueryBudget.visitsBetweenChecks
    if interrupted?() ?? false { throw QueryError(.limitExceeded(limit: limit)) }
  }

  /// Pays for reading that many bytes; 256 bytes count as one visit.
  final func spend(bytes: Int) throws(QueryError) {
    try spend(1 + bytes / 256)
  }
}
