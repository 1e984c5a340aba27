/// One step of a compiled pattern.
enum PatternInstruction: Sendable {
  /// Takes one character of the class and continues with the next instruction.
  case take(CharacterClass)
  /// Continues with the next instruction only at that edge of the text.
  case edge(PatternEdge)
  /// Continues at both instructions.
  case split(Int, Int)
  case jump(Int)
  case accept
}

/// Builds the automaton of a pattern with Thompson's construction.
struct PatternCompiler {
  private var program: [PatternInstruction] = []

  mutating func program(of pattern: PatternSyntax) throws(PatternFault) -> [PatternInstruction] {
    try append(pattern)
    try append(.accept)
    return program
  }

  private mutating func append(_ instruction: PatternInstruction) throws(PatternFault) {
    guard program.count < IRegexp.sizeLimit else { throw .tooLarge }
    program.append(instruction)
  }

  /// Appends the code of a pattern; recursive, and the parser bounds the nesting.
  private mutating func append(_ pattern: PatternSyntax) throws(PatternFault) {
    switch pattern {
    case .characters(let characters): try append(.take(characters))
    case .edge(let edge): try append(PatternInstruction.edge(edge))
    case .sequence(let pieces):
      for piece in pieces { try append(piece) }
    case .alternatives(let branches): try append(alternatives: branches)
    case .repeated(let inner, let least, let most): try append(inner, least: least, most: most)
    }
  }

  private mutating func append(alternatives branches: [PatternSyntax]) throws(PatternFault) {
    var ends: [Int] = []
    for branch in branches.dropLast() {
      let split = program.count
      try append(.jump(0))
      try append(branch)
      ends.append(program.count)
      try append(.jump(0))
      program[split] = .split(split + 1, program.count)
    }
    if let last = branches.last { try append(last) }
    for end in ends { program[end] = .jump(program.count) }
  }

  private mutating func append(
    _ inner: PatternSyntax, least: Int, most: Int?
  ) throws(PatternFault) {
    var start = program.count
    for _ in 0..<least {
      start = program.count
      try append(inner)
      // A pattern without instructions stays empty however often it repeats.
      if program.count == start { return }
    }
    guard let most else {
      // The last copy is the one that repeats, so that nested repetitions do not double.
      return least == 0 ? try appendLoop(inner) : try append(.split(start, program.count + 1))
    }
    var splits: [Int] = []
    for _ in least..<most {
      let split = program.count
      try append(.jump(0))
      try append(inner)
      if program.count == split + 1 {
        program.removeLast()
        break
      }
      splits.append(split)
    }
    for split in splits { program[split] = .split(split + 1, program.count) }
  }

  private mutating func appendLoop(_ inner: PatternSyntax) throws(PatternFault) {
    let split = program.count
    try append(.jump(0))
    try append(inner)
    try append(.jump(split))
    program[split] = .split(split + 1, program.count)
  }
}
