import SessionFormat

@testable import Query

/// A matcher that goes over the characters of a text with the set of places that the program is in,
/// one instruction at a time: slow, and easily seen to be right.
struct PatternOracle {
  private let program: [PatternInstruction]

  init(_ pattern: IRegexp) { program = pattern.program }

  func matches(_ text: String, isWhole: Bool) -> Bool {
    let scalars = Array(text.unicodeScalars)
    var now = closure([0], isStart: true, isEnd: scalars.isEmpty)
    for (place, scalar) in scalars.enumerated() {
      if !isWhole, accepts(now) { return true }
      let isEnd = place == scalars.count - 1
      var next: Set<Int> = []
      for place in now {
        if case .take(let characters) = program[place], characters.contains(scalar) {
          next.insert(place + 1)
        }
      }
      if !isWhole { next.insert(0) }
      now = closure(next, isStart: false, isEnd: isEnd)
    }
    return accepts(now)
  }

  private func accepts(_ places: Set<Int>) -> Bool {
    places.contains { if case .accept = program[$0] { true } else { false } }
  }

  private func closure(_ places: Set<Int>, isStart: Bool, isEnd: Bool) -> Set<Int> {
    var (all, open) = (places, Array(places))
    func add(_ place: Int) { if all.insert(place).inserted { open.append(place) } }
    while let place = open.popLast() {
      switch program[place] {
      case .take, .accept: break
      case .edge(.start): if isStart { add(place + 1) }
      case .edge(.end): if isEnd { add(place + 1) }
      case .jump(let target): add(target)
      case .split(let first, let second):
        add(first)
        add(second)
      }
    }
    return all
  }
}
