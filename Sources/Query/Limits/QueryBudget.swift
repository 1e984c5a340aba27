/// What an evaluation may still cost.
class QueryBudget {
  final let limit: Int
  private var left: Int
  /// Whether the user wants the work to stop; it then ends as one that passed its limit.
  final let interrupted: (() -> Bool)?
  /// What is left at the next time that this is asked.
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

  /// Pays for reading that many bytes; 256 of them are one visit.
  final func spend(bytes: Int) throws(QueryError) {
    try spend(1 + bytes / 256)
  }
}
