import Foundation
public import Inspector
import SessionFormat

/// The law that must hold of a sample after some of its lines were damaged.
public struct DamageLaw: Sendable {
  let sample: DamageSample
  private let last: Int

  /// The law for damage to a sample.
  public init(_ sample: DamageSample) {
    self.sample = sample
    last = sample.states.keys.max() ?? 0
  }

  /// The violations: records that are lost without need, or read as others.
  ///
  /// - Parameters:
  ///   - bytes: The damaged file.
  ///   - touched: The lines that the damage may have changed.
  public func faults(_ bytes: [UInt8], touched: Set<Int>) -> [String] {
    let session: Session
    do { session = try Session(bytes: Data(bytes), file: "s", mode: .salvage) } catch {
      // If nothing of a session is left, there is nothing to read.
      let isLeft = sample.lines.indices.contains { !touched.contains($0) && isNumbered($0) }
      return isLeft ? ["it does not open: \(error)"] : []
    }
    return faults(session, touched: touched)
  }

  /// The violations in the reading of a damaged file, opened in the mode `salvage`.
  public func faults(_ session: Session, touched: Set<Int>) -> [String] {
    var faults: [String] = []
    if !touched.contains(0), !session.hasHeader { faults.append("the header is lost") }
    faults += records(session, touched)
    faults += states(session, touched)
    return faults
  }

  private func isNumbered(_ place: Int) -> Bool {
    if case .unknown = sample.lines[place] { false } else { true }
  }

  /// Untouched lines must be read as they were.
  private func records(_ session: Session, _ touched: Set<Int>) -> [String] {
    var faults: [String] = []
    var known: Set<Int> = []
    for (place, line) in sample.lines.enumerated() where !touched.contains(place) {
      switch line {
      case .action(let action):
        known.insert(action.n)
        if (try? session.action(action.n)) != action { faults.append("action \(action.n) is lost") }
      case .input(let input):
        if (try? session.inputs(input.n))?.contains(input) != true {
          faults.append("an input of \(input.n) is lost")
        }
      case .mark, .dispatched:
        let n = line.n ?? 0
        if (try? session.events(n))?.contains(line) != true {
          faults.append("a mark of \(n) is lost")
        }
      default: break
      }
    }
    for n in 0...last + 2 where session.hasAction(n) && !known.contains(n) {
      // Damage that writes the same bytes, or ends before the line, leaves it as it was.
      guard (try? session.action(n)) != sample.action(n) else { continue }
      faults.append("action \(n) is made up")
    }
    return faults
  }

  /// States must be read as they were, and be known if nothing since a whole one was touched.
  private func states(_ session: Session, _ touched: Set<Int>) -> [String] {
    var faults: [String] = []
    let isDamaged = session.reading.faultCount > 0
    for n in -1...last + 2 {
      if session.hasState(n), (try? session.state(n)) != sample.states[n] {
        faults.append("state \(n) is wrong")
      }
      // A file that ends between two lines does not show that a change from outside came next.
      guard isDamaged || n < session.last else { continue }
      if session.hasBefore(n + 1), (try? session.before(n + 1)) != sample.leaving[n] {
        faults.append("what action \(n + 1) found is wrong")
      }
    }
    for n in due(touched) where !session.hasState(n) { faults.append("state \(n) is unknown") }
    return faults
  }

  /// The states that must be known.
  private func due(_ touched: Set<Int>) -> [Int] {
    var due: [Int] = []
    var isKnown = false
    for (place, line) in sample.lines.enumerated() {
      guard !touched.contains(place) else {
        isKnown = false
        continue
      }
      switch line {
      case .state(let state):
        isKnown = isKnown || state.content.isWhole
        if isKnown { due.append(state.n) }
      case .keyframe(let keyframe):
        isKnown = true
        due.append(keyframe.n)
      default: break
      }
    }
    return due
  }
}
