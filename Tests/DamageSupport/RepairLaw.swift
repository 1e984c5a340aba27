import Foundation
public import Inspector
import SessionFormat

extension DamageLaw {
  /// The violations in the repair of a damaged file.
  ///
  /// The repaired file must be sound, stay the same when it is repaired again, and contain nothing
  /// that the sample does not.
  public func faultsOfRepair(_ bytes: [UInt8]) -> [String] {
    do {
      return faultsOfRepair(try Session(bytes: Data(bytes), file: "s", mode: .salvage))
    } catch { return [] }
  }

  /// The violations in the repair of a damaged session.
  public func faultsOfRepair(_ damaged: Session) -> [String] {
    let copy: [UInt8]
    do { copy = try damaged.repaired() } catch { return [] }
    do {
      let session = try Session(bytes: Data(copy), file: "copy", mode: .salvage)
      var faults = try SessionCheck(session).faults.map { "the copy is not sound: \($0)" }
      if try session.repaired() != copy { faults.append("a second repair changes the copy") }
      return faults + strangers(session)
    } catch { return ["the copy: \(error)"] }
  }

  /// The content of a session that the sample does not have.
  private func strangers(_ session: Session) -> [String] {
    var faults: [String] = []
    for n in session.first - 1...session.last + 1 {
      if session.hasState(n), (try? session.state(n)) != sample.states[n] {
        faults.append("state \(n) of the copy is wrong")
      }
      if session.hasAction(n), (try? session.action(n)) != sample.action(n) {
        faults.append("action \(n) of the copy is wrong")
      }
    }
    return faults
  }
}

extension DamageSample {
  func action(_ n: Int) -> ActionLine? {
    for case .action(let line) in lines where line.n == n { return line }
    return nil
  }
}
