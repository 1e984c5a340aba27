import Foundation
import SessionFormat

/// The constants among the globals of a program, by its debug information.
enum ConstantVariables {
  private static let lock = NSLock()
  /// By program and symbol.
  nonisolated(unsafe) private static var known: [[String]: Bool?] = [:]

  /// Whether a variable is a constant; nil if no tool reads that here, or nothing says it.
  ///
  /// Complexity: one run of `llvm-dwarfdump` for each variable, which takes some 50 ms for a program of
  /// 16 MB.
  static func isConstant(_ variable: OwnVariables.Variable, in program: String) -> Bool? {
    let key = [program, variable.symbol]
    if let known = lock.withLock({ known[key] }) { return known }
    let found = read(variable, in: program)
    lock.withLock { known[key] = .some(found) }
    return found
  }

  private static func read(_ variable: OwnVariables.Variable, in program: String) -> Bool? {
    guard let tool = ProgramFile.path(of: "llvm-dwarfdump"),
      let name = variable.name.split(separator: ".").last,
      let text = Platform.output(of: [tool, "--name=\(name)", program], within: 10)
    else { return nil }
    return isConstant(symbol: variable.symbol, text)
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
