/// An operation of a patch on a tape, as node numbers.
struct DraftStep {
  enum Operation {
    case add, remove, replace, test
  }

  let operation: Operation
  let path: Int
  /// The node of the path if the operation has no value.
  let value: Int

  /// Reads an operation; nil if it is not one of those.
  init?(_ item: Int, _ tape: Tape) {
    let found = tape.nodes[item]
    guard found.kind == .object else { return nil }
    var (operation, path, value): (Operation?, Int?, Int?)
    var name = item &+ 2
    while name < found.next {
      if tape.isString(name, "op") {
        operation = Self.operation(name &+ 1, tape)
      } else if tape.isString(name, "path") {
        path = tape.nodes[name &+ 1].kind == .string ? name &+ 1 : nil
      } else if tape.isString(name, "value") {
        value = name &+ 1
      } else if tape.nodes[name].hasEscapes {
        return nil
      }
      name = tape.next(after: name &+ 1)
    }
    guard let operation, let path, value != nil || operation == .remove else { return nil }
    (self.operation, self.path, self.value) = (operation, path, value ?? path)
  }

  private static func operation(_ node: Int, _ tape: Tape) -> Operation? {
    guard tape.nodes[node].kind == .string else { return nil }
    if tape.isString(node, "replace") { return .replace }
    if tape.isString(node, "add") { return .add }
    if tape.isString(node, "remove") { return .remove }
    return tape.isString(node, "test") ? .test : nil
  }
}

extension Tape {
  /// Whether a string or name is written exactly like this, without escapes.
  @inline(__always)
  func isString(_ node: Int, _ text: StaticString) -> Bool {
    let found = nodes[node]
    return found.length == text.utf8CodeUnitCount && !found.hasEscapes
      && Memory.order(self.text + found.offset, text.utf8Start, found.length) == 0
  }
}
