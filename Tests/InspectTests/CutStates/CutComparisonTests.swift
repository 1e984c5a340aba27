import Query
import SessionFormat
import TestSupport
import Testing

@testable import Commands
@testable import Inspector

@Suite("Two looks at values that are cut tell what all whole values behind them have in common")
struct CutComparisonTests {
  /// Small values, each level of which has up to two children.
  private static func values(_ depth: Int) -> [JSONValue] {
    let leaves: [JSONValue] = [1, 2]
    guard depth > 0 else { return leaves }
    let below = values(depth - 1)
    var all = leaves + [[], [:]]
    for one in below {
      all.append([one])
      all.append(["a": one])
      all.append(["b": one])
      for other in below where depth == 1 || one == 1 {
        all.append([one, other])
        all.append(["a": one, "b": other])
      }
    }
    return all
  }

  /// What may be seen of a value: itself, nothing, or a part of it.
  private static func looks(at value: JSONValue) -> [JSONValue] {
    var looks = [CutMark.value]
    if let array = value.array {
      for shown in 0...array.count {
        let tail = shown < array.count ? [CutMark.value] : []
        let last = shown > 0 ? self.looks(at: array[shown - 1]) : []
        let start = Array(array.prefix(max(0, shown - 1)))
        if shown == 0 { looks.append(.array(tail)) }
        for element in last { looks.append(.array(start + [element] + tail)) }
      }
    } else if let object = value.object {
      let members = object.map { (name: $0.name, value: $0.value) }
      for shown in 0...members.count {
        let tail = shown < members.count ? [(name: CutMark.text, value: CutMark.value)] : []
        let start = Array(members.prefix(max(0, shown - 1)))
        if shown == 0 { looks.append(.object(tail)) }
        for element in shown > 0 ? self.looks(at: members[shown - 1].value) : [] {
          looks.append(.object(start + [(name: members[shown - 1].name, value: element)] + tail))
        }
      }
    } else {
      looks.append(value)
    }
    return looks
  }

  @Test("same is so of what was cut, and so is not the same; both are said where nothing is cut")
  func law() {
    let values = Self.values(2)
    var answers: [Bool?: Int] = [:]
    for (place, one) in values.enumerated() {
      for other in values[place...] {
        let isSame = one == other
        #expect(CutComparison.areSame(one, other) == isSame)
        for look in Self.looks(at: one) {
          for second in Self.looks(at: other) {
            let answer = CutComparison.areSame(look, second)
            answers[answer, default: 0] += 1
            if answer != nil, answer != isSame { Issue.record("\(look) \(second)") }
            #expect(CutComparison.areSame(second, look) == answer)
          }
        }
      }
    }
    #expect(answers.count == 3)
  }

  @Test("what two looks at one value show together contradicts neither the value nor a look")
  func merging() {
    for value in Self.values(2) {
      let looks = Self.looks(at: value)
      for one in looks {
        for other in looks {
          let merged = CutComparison.merged(one, other)
          let contradicted = [value, one, other].filter {
            CutComparison.areSame(merged, $0) == false
          }
          #expect(contradicted.isEmpty, "\(one) \(other)")
        }
        #expect(CutComparison.merged(one, value) == value)
      }
    }
  }
}
