/// Changes of a list as apps make them, and some that only move memory.
extension RangeReplaceableCollection
where Self: MutableCollection & RandomAccessCollection & Changing, Index == Int, Element: Changing {
  static func made(_ dice: inout Dice) -> Self {
    Self((0..<dice.below(5)).map { _ in Element.made(&dice) })
  }

  mutating func fill(_ wanted: Int, _ dice: inout Dice) {
    while count < wanted { append(.made(&dice)) }
  }

  mutating func change(_ dice: inout Dice) {
    switch dice.below(34) {
    case 0..<8: changeElement(&dice)
    case 8, 9: for _ in 0..<(2 + dice.below(4)) { changeElement(&dice) }
    case 10: insert(.made(&dice), at: startIndex)
    case 11: append(.made(&dice))
    case 12, 13: insert(.made(&dice), at: place(&dice, end: 1))
    case 14 where !isEmpty: removeFirst()
    case 15 where !isEmpty: remove(at: index(before: endIndex))
    case 16 where !isEmpty: remove(at: place(&dice))
    case 17: if !isEmpty { remove(at: place(&dice)) }
    case 18, 19: changeFarApart(&dice)
    case 20, 21: move(&dice)
    case 22: reverse()
    case 23 where !isEmpty: swapAt(place(&dice), place(&dice))
    case 24 where !isEmpty: self[place(&dice)] = .made(&dice)
    case 25 where !isEmpty: insert(self[place(&dice)], at: place(&dice, end: 1))
    case 26: rotate(&dice)
    case 27: replacePart(&dice)
    case 28: remake(&dice)
    case 29: reserveCapacity(count * 2 + 10)
    default: changeMuch(&dice)
    }
  }

  mutating func remake(_ dice: inout Dice) {
    guard dice.percent(60) else {
      self = Self(map { $0 })
      return
    }
    var elements = Array(self)
    for place in elements.indices { elements[place].remake(&dice) }
    self = Self(elements)
  }

  /// A place of an element, or also the one after the last.
  private func place(_ dice: inout Dice, end: Int = 0) -> Int {
    startIndex + dice.below(count + end)
  }

  private mutating func changeElement(_ dice: inout Dice) {
    guard !isEmpty else { return append(.made(&dice)) }
    self[place(&dice)].change(&dice)
  }

  private mutating func changeFarApart(_ dice: inout Dice) {
    for _ in 0..<(2 + dice.below(4)) {
      switch dice.below(3) {
      case 0 where !isEmpty: remove(at: place(&dice))
      case 1: changeElement(&dice)
      default: insert(.made(&dice), at: place(&dice, end: 1))
      }
    }
  }

  private mutating func move(_ dice: inout Dice) {
    guard !isEmpty else { return }
    var element = remove(at: place(&dice))
    if dice.percent(30) { element.change(&dice) }
    insert(element, at: place(&dice, end: 1))
  }

  private mutating func rotate(_ dice: inout Dice) {
    let head = Array(prefix(dice.below(count + 1)))
    removeFirst(head.count)
    append(contentsOf: head)
  }

  private mutating func replacePart(_ dice: inout Dice) {
    let (from, to) = (place(&dice, end: 1), place(&dice, end: 1))
    let lower = Swift.min(from, to)
    let upper = Swift.min(Swift.max(from, to), lower + 6)
    let new = (0..<dice.below(7)).map { _ in Element.made(&dice) }
    replaceSubrange(lower..<upper, with: new)
  }

  /// What is rarer: all elements, none, others, another order.
  private mutating func changeMuch(_ dice: inout Dice) {
    switch dice.below(8) {
    case 0:
      for place in indices { self[place].change(&dice) }
    case 1: removeAll(keepingCapacity: dice.percent(50))
    case 2: shuffle(using: &dice)
    case 3: self = Self(filter { _ in dice.percent(80) })
    case 4: self = .made(&dice)
    case 5: self = Self(flatMap { dice.percent(10) ? [$0, $0] : [$0] })
    case 6:
      for place in indices where dice.percent(20) { self[place].change(&dice) }
    // Others at the same place, so that the memory of the old may be taken again.
    default: self = Self(map { _ in Element.made(&dice) })
    }
  }
}

extension Array: Changing where Element: Changing {}
extension Array: Filling where Element: Changing {}
extension ContiguousArray: Changing where Element: Changing {}
extension ContiguousArray: Filling where Element: Changing {}
extension ArraySlice: Changing where Element: Changing {}
extension ArraySlice: Filling where Element: Changing {}
