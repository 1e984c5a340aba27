/// The program's own variables that a step reads or writes, as the witness saw it.
///
/// Only those that can change: what is kept in them from before is no part of the state.
struct KeptVariables: Equatable {
  /// The accesses, each with the name of its variable.
  private(set) var accesses: [WitnessedCalls.Call] = []
  /// Whether all were seen.
  let isAll: Bool
  /// Whether some are known to be unseen.
  let isPartial: Bool
  /// Whether that is because it uses them so often.
  let isCut: Bool
  /// The names of those that are read, or may be.
  private(set) var read: Set<String> = []
  /// The names of those that are written.
  private(set) var written: Set<String> = []
  /// The names of those that have another value after the step than before, or lead to an object that
  /// has.
  private(set) var changed: Set<String> = []

  /// How much of the variables can be seen.
  struct Sight {
    /// Whether what was only read is missing.
    var onlyWrites = false
    /// Whether the program has libraries of its own, whose variables are missing.
    var hasOwnLibraries = false
  }

  init(_ witnessed: WitnessedCalls, of variables: OwnVariables, _ sight: Sight = Sight()) {
    let onlyWrites = sight.onlyWrites
    isCut = witnessed.isCut
    isPartial =
      onlyWrites || sight.hasOwnLibraries || witnessed.isCut || variables.isCut
      || variables.hasThreadLocals
    isAll = witnessed.hasMarks && !isPartial
    let written = Set(witnessed.calls.filter { $0.name == "written" }.map(\.detail))
    for call in witnessed.calls where Self.isAccess(call) && call.name != "filled" {
      guard let place = Int(call.detail), variables.all.indices.contains(place) else { continue }
      let variable = variables.all[place]
      if call.name == "changed" || onlyWrites { changed.insert(variable.name) }
      guard call.name != "changed" else { continue }
      guard written.contains(call.detail) || variables.canChange(variable) else { continue }
      accesses.append(call.naming(variable.name))
      if call.name == "variable" || onlyWrites { read.insert(variable.name) }
      if written.contains(call.detail) { self.written.insert(variable.name) }
    }
  }

  /// Whether a call is an access to a variable, or says that it was changed.
  static func isAccess(_ call: WitnessedCalls.Call) -> Bool {
    ["variable", "written", "changed", "filled"].contains(call.name)
  }

  /// That the step uses them, in words; nil if there are none.
  var inWords: String? {
    guard !names.isEmpty else { return nil }
    return "the step uses \(CountText.list(names.lazy.map { "`\($0)`" }, upTo: 3))"
  }

  /// The same without what is only written, on which no result depends.
  var onlyRead: KeptVariables {
    var read = self
    read.accesses.removeAll { !self.read.contains($0.detail) }
    return read
  }

  /// The names of the variables, each once, in the order of their first access.
  var names: [String] {
    accesses.reduce(into: []) { names, access in
      if !names.contains(access.detail) { names.append(access.detail) }
    }
  }
}

extension WitnessedCalls.Call {
  /// The same access, with the name of its variable in place of its number.
  fileprivate func naming(_ variable: String) -> WitnessedCalls.Call {
    WitnessedCalls.Call(name: "variable", detail: variable, count: count, frames: frames)
  }
}
