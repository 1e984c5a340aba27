/// A stack of numbers in raw memory.
struct OffsetStack {
  private(set) var items: UnsafeMutablePointer<Int>
  var count = 0
  private var capacity: Int

  init(capacity: Int = 64) {
    self.capacity = capacity
    items = .allocate(capacity: capacity)
  }

  /// Wraps memory that somebody else frees; for reading only.
  init(reading items: UnsafeMutablePointer<Int>, count: Int) {
    (self.items, self.count) = (items, count)
    capacity = 0
  }

  func free() { items.deallocate() }

  var all: UnsafeBufferPointer<Int> { UnsafeBufferPointer(start: items, count: count) }

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
    let room = max(capacity * 2, 8)
    let larger = UnsafeMutablePointer<Int>.allocate(capacity: room)
    larger.moveInitialize(from: items, count: count)
    items.deallocate()
    items = larger
    capacity = room
  }

  /// Frees memory after a large use.
  mutating func shrink() {
    count = 0
    guard capacity > 1 << 14 else { return }
    items.deallocate()
    capacity = 64
    items = .allocate(capacity: capacity)
  }
}
