import Foundation
package import SessionFormat

/// A table of a session as a Parquet file, which DuckDB makes of the table as text.
package struct ParquetExport {
  private let places: [(name: String, path: JSONPointer)]
  private var table: TableExport
  private let interrupted: () -> Bool

  /// - Parameter places: The columns, each by its name; see ``TableExport``.
  package init(
    _ session: Session, places: [(name: String, path: JSONPointer)],
    interrupted: @escaping () -> Bool
  ) {
    self.places = places
    self.interrupted = interrupted
    table = TableExport(session, places: places, isTyped: true, interrupted: interrupted)
  }

  /// Writes the file in pieces; the table is first written beside it, and removed at the end.
  ///
  /// - Parameter file: The path that the file will have.
  /// - Returns: What the form has no place for, in words.
  /// - Throws: Damage that is met, ``InspectorError/cannotExport(reason:)`` without DuckDB, and
  ///   ``InspectorError/interrupted``.
  package mutating func write(
    beside file: String, to sink: ([UInt8]) throws(InspectorError) -> Void
  ) throws(InspectorError) -> [String] {
    let (rows, made) = (PassingFile(beside: file), PassingFile(beside: file))
    let text = try NewFile(rows.path, replaces: false)
    var longest = 0
    let losses = try table.write { piece throws(InspectorError) in
      longest = max(longest, piece.utf8.count)
      try text.append(Array(piece.utf8))
    }
    try text.finish()
    try DuckDB.run(
      """
      COPY (SELECT * FROM read_csv(\(Self.quoted(rows.path)), auto_detect = false, header = true, \
      delim = ',', quote = '"', escape = '"', allow_quoted_nulls = false, \
      max_line_size = \(max(longest + 2, 1 << 21)), columns = {\(columns)})) \
      TO \(Self.quoted(made.path)) (FORMAT parquet, COMPRESSION zstd)
      """, interrupted: interrupted)
    try made.read(to: sink)
    return losses
  }

  /// The columns with their types in SQL.
  ///
  /// A name that is taken gets a number.
  private var columns: String {
    var names: Set<String> = []
    let fixed = TableExport.fixed.map { name in
      (name, ["n", "t", "took", "from"].contains(name) ? "BIGINT" : "VARCHAR")
    }
    return (fixed + zip(places, table.kinds).map { ($0.name, $1.sql) }).map { name, type in
      var unique = name
      var number = 2
      // DuckDB does not tell names apart by case.
      while !names.insert(unique.lowercased()).inserted {
        unique = "\(name)_\(number)"
        number += 1
      }
      return "\(Self.quoted(unique)): '\(type)'"
    }.joined(separator: ", ")
  }

  private static func quoted(_ text: String) -> String {
    "'\(text.replacing("'", with: "''"))'"
  }
}

/// A file that is only there while another is made of it.
private final class PassingFile {
  let path: String
  private let place: Int?

  init(beside file: String) {
    path = "\(file).\(getpid())-\(UInt32.random(in: 0 ... .max)).partial"
    place = UnfinishedFiles.add(path)
  }

  deinit {
    unlink(path)
    UnfinishedFiles.remove(place)
  }

  func read(to sink: ([UInt8]) throws(InspectorError) -> Void) throws(InspectorError) {
    let bytes: Data
    do { bytes = try Platform.contents(of: path) } catch {
      throw .cannotRead(file: path, errno: error.errno)
    }
    for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 1 << 20) {
      try sink(Array(bytes[start..<min(start + 1 << 20, bytes.endIndex)]))
    }
  }
}
