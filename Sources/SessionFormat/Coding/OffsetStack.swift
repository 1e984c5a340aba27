/// A stack of numbers in raw memory.
struct OffsetStack {
  private(set) var items: UnsafeMutablePointer<Int>
  var count = 0
  private var capacity = 64

  init() { items = .allocate(capacity: capacity) }

  func free() { items.deallocate() }

  @inline(__always)
  mutating func push(_ item: Int) {
    if count == capacity { grow() }
    items[count] = item
    count &+= 1
  }

  mutating func pushZeros(_ more: Int) {
    while capacity < count + more { grow() }
    (items + count).initialize(repeating: 0, count: more)
    count += more
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Int>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: items, count: count)
    items.deallocate()
    items = larger
    capacity *= 2
  }

  /// Gives memory back after a large use.
  mutating func shrink() {
    count = 0
    guard capacity > 1 << 14 else { return }
    items.deallocate()
    capacity = 64
    items = .allocate(capacity: capacity)
  }
}
