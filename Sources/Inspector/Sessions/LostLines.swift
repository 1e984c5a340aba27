import Foundation
import SessionFormat

/// Damaged lines that are left out of a session, by what their fronts say that they were.
///
/// A front is evidence and no proof, because the damage may be in it.
package struct LostLines: Equatable, Sendable {
  /// The lines of one kind.
  package struct Kind: Equatable, Sendable {
    /// The name of the kind in the format.
    package let name: String
    /// The numbers in these lines, in their order.
    package fileprivate(set) var numbers: [Int]
  }

  /// What is known of them, in the order of the first of each kind.
  package private(set) var kinds: [Kind] = []
  /// How many have no readable front.
  package private(set) var unreadable = 0

  package var count: Int { kinds.reduce(unreadable) { $0 + $1.numbers.count } }

  /// The actions to which lost inputs belong.
  package var inputs: [Int] { kinds.first { $0.name == "input" }?.numbers ?? [] }

  /// Adds a line.
  mutating func note(_ line: UnsafeBufferPointer<UInt8>) {
    guard let (name, n) = LineFront.place(line).map({ ("\($0.kind)", $0.n) }) ?? Self.parsed(line)
    else {
      unreadable += 1
      return
    }
    if let place = kinds.firstIndex(where: { $0.name == name }) {
      kinds[place].numbers.append(n)
    } else {
      kinds.append(Kind(name: name, numbers: [n]))
    }
  }

  /// Adds the last line of each file, if it was cut off.
  mutating func note(tornIn parts: [SalvagedPart]) {
    for part in parts {
      guard let torn = part.torn else { continue }
      part.part.bytes.withUnsafeBytes { all in
        note(UnsafeBufferPointer(rebasing: all.bindMemory(to: UInt8.self)[torn...]))
      }
    }
  }

  /// The front of a line of another layout that is JSON.
  private static func parsed(_ line: UnsafeBufferPointer<UInt8>) -> (name: String, n: Int)? {
    guard let value = try? JSONParser().parse(line), let name = value["kind"]?.string,
      let kind = LineFront.kind(name)
    else { return nil }
    let n = value["n"].flatMap { Int($0.description) }
    return kind == .session ? (name, 0) : n.map { (name, $0) }
  }
}

/// What damage took from a session.
package struct SessionLosses: Equatable, Sendable {
  package private(set) var lines = LostLines()
  /// The bytes in these lines, without their line ends.
  package let bytes: Int
  /// The actions without a line, and the states that nobody knows, of which no `gap` says that they
  /// are not recorded.
  package let actions: [ClosedRange<Int>]
  package let states: [ClosedRange<Int>]
  /// The actions of which an input may be lost.
  package let inputs: [ClosedRange<Int>]
}

extension SessionLosses {
  /// - Returns: Nil if nothing is damaged.
  init?(_ read: Salvage) {
    guard !read.isSound else { return nil }
    let steps = read.steps
    bytes = read.reading(.salvage).skippedBytes
    let first = steps.firstState ?? 0
    let last = steps.openActions.map { $0.lowerBound - 1 } ?? steps.lastAction
    actions = steps.actions.numbers.missing(
      from: first + 1, through: steps.lastAction, besides: steps.gaps.map { $0.from...$0.to })
    states = steps.states.numbers.missing(
      from: first, through: last, besides: steps.gaps.map { $0.from...max($0.from, $0.to - 1) })
    inputs = steps.lacking.ranges
    for place in read.lines.indices where read.verdicts[place] == .skipped {
      read.lines.withBytes(of: place) { lines.note($0) }
    }
    lines.note(tornIn: read.parts)
  }
}

extension Session {
  /// What damage took from this session; nil if it was not opened to leave damage out, or is sound.
  ///
  /// Complexity: O(lines).
  package var losses: SessionLosses? { salvage.flatMap(SessionLosses.init) }
}

extension Sequence<Int> {
  /// Ascending numbers as ranges.
  package var ranges: [ClosedRange<Int>] {
    reduce(into: []) { ranges, n in
      if let last = ranges.last, last.upperBound + 1 == n {
        ranges[ranges.count - 1] = last.lowerBound...n
      } else {
        ranges.append(n...n)
      }
    }
  }

  /// The numbers of a range that are not among these ascending ones, nor in the known ranges.
  ///
  /// Complexity: O(numbers + known ranges).
  fileprivate func missing(
    from first: Int, through last: Int, besides known: [ClosedRange<Int>]
  ) -> [ClosedRange<Int>] {
    var there = ranges + known
    there.sort { $0.lowerBound < $1.lowerBound }
    var (missing, next): ([ClosedRange<Int>], Int) = ([], first)
    for range in there + [last + 1...last + 1] where range.upperBound >= next {
      if range.lowerBound > next { missing.append(next...Swift.min(last, range.lowerBound - 1)) }
      next = range.upperBound + 1
      if next > last { break }
    }
    return missing
  }
}
