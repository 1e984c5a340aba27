import Foundation

/// DuckDB on this machine: its program, or else its module for Python.
enum DuckDB {
  /// Runs a statement of SQL.
  ///
  /// - Throws: ``InspectorError/cannotExport(reason:)`` if there is no DuckDB, or with what it says.
  static func run(_ sql: String, interrupted: () -> Bool) throws(InspectorError) {
    for words in commands(sql) {
      guard let run = try Platform.run(words, interrupted: interrupted) else { continue }
      if run.status == Int32(missing) << 8 { continue }
      guard run.status == 0 else {
        throw .cannotExport(reason: "DuckDB failed: \(lastLine(run.text))")
      }
      return
    }
    throw .cannotExport(
      reason: "DuckDB, which writes Parquet, is neither a program in PATH nor a module of python3; "
        + "install it (pip install duckdb), or use --to csv")
  }

  /// The status of Python if the module is missing.
  private static let missing = 97

  /// The user's settings are not read, and no module of the current folder.
  private static func commands(_ sql: String) -> [[String]] {
    let script = """
      import sys
      sys.path[:] = [path for path in sys.path if path]
      try:
          import duckdb
      except ImportError:
          sys.exit(\(missing))
      duckdb.execute(sys.argv[1])
      """
    let duckdb = ProgramFile.path(of: "duckdb").map { [$0, "-init", "/dev/null", "-c", sql] }
    let python = ProgramFile.path(of: "python3").map { [$0, "-c", script, sql] }
    return [duckdb, python].compactMap(\.self)
  }

  private static func lastLine(_ text: String) -> String {
    text.split(separator: "\n").last { !$0.allSatisfy(\.isWhitespace) }.map(String.init)
      ?? "it says nothing"
  }
}
