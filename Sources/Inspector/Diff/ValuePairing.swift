import SessionFormat

/// The indexes of two children to compare.
struct PlacePair: Hashable {
  let old: Int
  let new: Int
}

/// Compares values and counts the cost.
struct ValuePairing {
  var effort: DifferenceEffort
  /// The bytes of values that may still be compared whole, although their differing parts are
  /// visited again on each deeper level.
  private var glance: Int

  /// - Parameter glance: A small multiple of the values' size keeps the work for deep ones linear.
  init(effort: DifferenceEffort, glance: Int) { (self.effort, self.glance) = (effort, glance) }

  /// The ranges that two arrays or objects do not share.
  static func runs(_ old: JSONValue, _ new: JSONValue) -> [UnsharedRun] {
    func count(_ value: JSONValue) -> Int { value.object?.count ?? value.array?.count ?? 0 }
    return old.unsharedRuns(with: new)
      ?? [UnsharedRun(old: 0..<count(old), new: 0..<count(new))]
  }

  /// Whether two values are equal; false also if it is better to look into them.
  mutating func areEqualAtOnce(_ old: JSONValue, _ new: JSONValue) -> Bool {
    if old.sharesStorage(with: new) { return true }
    guard old.kind == new.kind, old.height == new.height else { return false }
    guard old.height > 0 else {
      effort.spend(min(old.textSize, new.textSize))
      return old == new
    }
    guard old.unsharedRuns(with: new) == nil, glance > 0 else { return false }
    let size = min(old.textSize, new.textSize)
    effort.spend(size)
    glance -= min(glance, size)
    return old == new
  }

  /// Whether two values differ, or only one of them is there.
  ///
  /// Complexity: O(size of the unshared parts), or O(size) if one of them is as parsed.
  static func differ(_ old: JSONValue?, _ new: JSONValue?) -> Bool {
    guard let old, let new else { return (old == nil) != (new == nil) }
    var pairing = ValuePairing(effort: DifferenceEffort(rest: 1 << 60), glance: 1 << 60)
    return pairing.parting(old, new) != nil
  }

  /// The path to the first difference of two values: pairs of indexes from the outermost container
  /// inwards; nil if they are equal.
  ///
  /// Everything before the path is equal. The path ends at a value that was compared as a whole.
  mutating func parting(_ old: JSONValue, _ new: JSONValue) -> [PlacePair]? {
    var open: [ChildPairs] = []
    var pair: (old: JSONValue, new: JSONValue)? = (old, new)
    while true {
      if let (old, new) = pair {
        if !areEqualAtOnce(old, new) {
          if effort.isSpent {
            guard effort.areEqual(old, new) else { return open.map(\.current) }
          } else {
            guard mayBeEqual(old, new), let children = ChildPairs(old, new) else {
              return open.map(\.current)
            }
            open.append(children)
          }
        }
      }
      pair = nil
      while let last = open.indices.last {
        pair = open[last].next()
        effort.spend(DifferenceEffort.child)
        if pair != nil { break }
        open.removeLast()
      }
      if pair == nil { return nil }
    }
  }

  /// Whether two values may be equal although a quick comparison did not find that.
  private func mayBeEqual(_ old: JSONValue, _ new: JSONValue) -> Bool {
    guard old.height > 0, old.height == new.height else { return false }
    return old.unsharedRuns(with: new) != nil || glance == 0
  }
}

/// The children of two containers to compare, in the order of the old one.
private struct ChildPairs {
  private var pairs: [(places: PlacePair, old: JSONValue, new: JSONValue)] = []
  /// Arrays whose elements are all compared; each element is made only when needed.
  private var arrays: (old: ElementReader, new: ElementReader)?
  private var place = -1

  /// Nil if the containers differ, whatever their children.
  init?(_ old: JSONValue, _ new: JSONValue) {
    let runs = ValuePairing.runs(old, new)
    if let a = old.object, let b = new.object {
      guard a.count == b.count else { return nil }
      for run in runs {
        let pairing = MemberPairing(a, b, run)
        for (place, member) in zip(run.old, pairing.olds) {
          guard let (otherPlace, other) = pairing.counterpart(of: member.name, at: place) else {
            return nil
          }
          pairs.append((PlacePair(old: place, new: otherPlace), member.value, other))
        }
      }
    } else if let a = old.array, let b = new.array {
      guard a.count == b.count else { return nil }
      guard runs.allSatisfy({ $0.old == $0.new }) else {
        arrays = (ElementReader(a), ElementReader(b))
        return
      }
      for place in runs.flatMap(\.old) {
        pairs.append((PlacePair(old: place, new: place), a[place], b[place]))
      }
    } else {
      return nil
    }
  }

  /// The indexes of the last pair.
  var current: PlacePair {
    arrays == nil ? pairs[place].places : PlacePair(old: place, new: place)
  }

  mutating func next() -> (JSONValue, JSONValue)? {
    place += 1
    if let count = arrays?.old.count {
      guard place < count, let old = arrays?.old[place], let new = arrays?.new[place] else {
        return nil
      }
      return (old, new)
    }
    return place < pairs.count ? (pairs[place].old, pairs[place].new) : nil
  }
}

/// The members of two objects in a range that they do not share.
///
/// Names are unique in an object, so a name on both sides is in the unshared ranges.
struct MemberPairing {
  typealias Member = (name: String, value: JSONValue)

  /// The members of the old object in the range.
  let olds: [Member]
  private let news: [Member]
  private let run: UnsharedRun
  private let old: JSONObject
  private let new: JSONObject

  init(_ old: JSONObject, _ new: JSONObject, _ run: UnsharedRun) {
    (self.old, self.new, self.run) = (old, new, run)
    olds = Self.members(of: old, run.old)
    news = Self.members(of: new, run.new)
  }

  /// Iterating over all is faster than looking up each.
  private static func members(of object: JSONObject, _ places: Range<Int>) -> [Member] {
    places.count == object.count ? object.map { $0 } : places.map { object[$0] }
  }

  /// The member with that name in the new object, which usually has the same index.
  func counterpart(of name: String, at place: Int) -> (place: Int, value: JSONValue)? {
    let near = place - run.old.lowerBound
    if near < news.count, news[near].name.hasSameBytes(as: name) {
      return (run.new.lowerBound + near, news[near].value)
    }
    return new.index(of: name).map { ($0, new[$0].value) }
  }

  /// The members of the new object in the range that the old one does not have.
  var added: [Member] {
    zip(news.indices, news).filter { near, member in
      if near < olds.count, olds[near].name.hasSameBytes(as: member.name) { return false }
      return old.index(of: member.name) == nil
    }.map(\.1)
  }
}
