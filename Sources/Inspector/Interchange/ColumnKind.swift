import SessionFormat

/// What all values of a column have in common, so that a database can keep them as they are.
struct ColumnKind: Equatable {
  /// Whether there was a value; null is none.
  private var isUsed = false
  private var isInteger = true
  private var isDouble = true
  private var isBool = true

  mutating func note(_ value: JSONValue) {
    guard value != .null else { return }
    isUsed = true
    isBool = isBool && value.kind == .bool
    let number = value.number
    isInteger = isInteger && number.flatMap { Int($0.text) } != nil
    // A number that a double does not have exactly stays a text.
    let near = number?.double.flatMap { JSONNumber(text: "\($0)") }
    isDouble = isDouble && near != nil && near == number
  }

  /// The type in SQL.
  var sql: String {
    guard isUsed else { return "VARCHAR" }
    return isBool ? "BOOLEAN" : isInteger ? "BIGINT" : isDouble ? "DOUBLE" : "VARCHAR"
  }
}
