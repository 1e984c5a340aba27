import Foundation
import SessionFormat

/// The constants among the globals of a program, by its debug information.
enum ConstantVariables {
  private static let lock = NSLock()
  /// By program, the time at which it was written, and symbol.
  nonisolated(unsafe) private static var known: [[String]: Bool?] = [:]
  /// The programs whose debug information could not be read in time.
  nonisolated(unsafe) private static var unread: Set<String> = []

  /// Whether a variable is a constant; nil if no tool reads that here, or nothing says it.
  ///
  /// Complexity: one run of `llvm-dwarfdump` for each variable, which takes some 50 ms for a program of
  /// 16 MB.
  static func isConstant(_ variable: OwnVariables.Variable, in program: String) -> Bool? {
    let time = Platform.writeTime(of: program).map { "\($0)" } ?? ""
    let key = [program, time, variable.symbol]
    if lock.withLock({ unread.contains(program + time) }) { return nil }
    if let known = lock.withLock({ known[key] }) { return known }
    guard let tool = ProgramFile.path(of: "llvm-dwarfdump"),
      let name = variable.name.split(separator: ".").last
    else { return nil }
    guard let text = Platform.output(of: [tool, "--name=\(name)", program], within: 10) else {
      // It would be no faster for another variable.
      lock.withLock { _ = unread.insert(program + time) }
      return nil
    }
    let found = isConstant(symbol: variable.symbol, text)
    lock.withLock { known[key] = .some(found) }
    return found
  }

  /// Reads what `llvm-dwarfdump` writes: a paragraph for each entry.
  static func isConstant(symbol: String, _ text: String) -> Bool? {
    let entry = text.components(separatedBy: "\n\n").first {
      $0.contains("DW_AT_linkage_name") && $0.contains("(\"\(symbol)\")")
    }
    let type = entry?.split(separator: "\n").first { $0.contains("DW_AT_type") }
    return type.map { $0.contains("\"const ") }
  }
}
