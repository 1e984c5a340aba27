/// The selections of a row's elements of which a test did not hold.
struct RefutedElements {
  private var known: Set<KeptElements> = []
  private var size = 0
  /// The most places of elements that are remembered.
  private static let most = 1 << 20

  /// Remembers a selection while there is room.
  mutating func insert(_ selection: KeptElements) {
    guard size + selection.rest.count < Self.most else { return }
    known.insert(selection)
    size += selection.rest.count + 1
  }

  func contains(_ selection: KeptElements) -> Bool { known.contains(selection) }

  /// Whether a remembered selection contains all of a selection, and more.
  ///
  /// Complexity: O(remembered × selected × log elements) at most.
  func isWider(than selection: KeptElements) -> Bool { known.contains(where: selection.isPart) }
}
