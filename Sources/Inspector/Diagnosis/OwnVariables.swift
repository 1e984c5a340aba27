import CWitness
import Foundation
import SessionFormat

/// The global and static variables of a program's own code, by its table of symbols.
struct OwnVariables: Sendable {
  /// A variable, and where it lies.
  struct Variable: Sendable {
    /// Its name in the source, with that of its type: `Cache.shared`.
    let name: String
    /// Whether its value, or that of the object that it holds, can change, as far as its symbols show.
    let canChange: Bool
    /// Whether they show it.
    let isSure: Bool
    /// Its symbol.
    let symbol: String
    /// In the program's file.
    let address: UInt64
    /// In bytes.
    let size: UInt64
  }

  /// In the order of their addresses.
  let all: [Variable]
  /// Whether there were more than are watched.
  let isCut: Bool
  /// Whether some are another one in each thread, and are not watched.
  let hasThreadLocals: Bool
  /// The program's file; nil for a list of symbols alone.
  private var program: String?

  /// The most variables that are watched.
  static let most = Int(witness_variables)

  /// The variables of a program, which are read once for all searches of this process.
  static func of(program path: String) -> OwnVariables? {
    let time = Platform.writeTime(of: path)
    return lock.withLock {
      if let known = known[path], known.time == time { return known.variables }
      let variables = OwnVariables(program: path)
      known[path] = (time, variables)
      return variables
    }
  }

  private static let lock = NSLock()
  /// By path, with the time at which the file was written.
  nonisolated(unsafe) private static var known:
    [String: (time: Duration?, variables: OwnVariables?)] = [:]

  /// Reads the symbols of a program.
  ///
  /// - Returns: nil if it has none, or if no tool here lists them.
  private init?(program path: String) {
    let tools = ["nm", "llvm-nm"].lazy.compactMap(ProgramFile.path)
    guard let tool = tools.first,
      let list = Platform.output(
        of: ["/bin/sh", "-c", Self.listing, tool, path], within: 20)
    else { return nil }
    self.init(symbols: list)
    program = path
  }

  /// Whether the value of a variable, or that of the object that it holds, can change.
  ///
  /// If the symbols do not show it, the debug information does, where a tool here reads it.
  func canChange(_ variable: Variable) -> Bool {
    guard !variable.isSure, let program,
      let isConstant = ConstantVariables.isConstant(variable, in: program)
    else { return variable.canChange }
    return !isConstant
  }

  /// Lists what may be variables, setters or classes, which most symbols are not, and where the program begins,
  /// as a sign that it has symbols.
  ///
  /// A large program has some hundred thousand symbols; to sort them, or to look at their bytes as letters, would
  /// take longer than to read them.
  private static let listing =
    #""$0" -p -S --defined-only "$1" | LC_ALL=C grep -E '(vpZ?|vsZ?|vMZ?|CMn|Mp|_Wz| T main)$| [bBdD] [A-Za-z_]'"#

  /// - Parameter list: Lines of an address, a size, a letter and a name, as `nm -S` writes them.
  init?(symbols list: String) {
    var found: [(name: Substring, address: UInt64, size: UInt64)] = []
    var (setters, classes): (Set<Substring>, Set<String>) = ([], [])
    var made: Set<Substring> = []
    for line in list.utf8.split(separator: UInt8(ascii: "\n")) {
      let name = Substring(line.suffix(while: { $0 != UInt8(ascii: " ") }))
      guard let kind = Self.kinds.first(where: { name.hasSuffix($0.ending) }),
        Self.isOwn(name)
      else { continue }
      switch kind.meaning {
      case .setter: setters.insert(name.dropLast(kind.ending.count))
      case .once: made.insert(name.dropLast(kind.ending.count))
      case .classType:
        let words = SwiftName.plain(SwiftName.words(of: name))
        classes.insert(
          words.range(of: " descriptor for ").map { String(words[$0.upperBound...]) } ?? words)
      case .variable:
        let fields = Substring(line).split(separator: " ")
        guard fields.count == 4, ["b", "d", "B", "D"].contains(fields[2]),
          let address = UInt64(fields[0], radix: 16), let size = UInt64(fields[1], radix: 16)
        else { continue }
        found.append((name, address, size))
      }
    }
    guard !list.isEmpty else { return nil }
    if !list.contains(" $s") {
      let ofC = VariablesOfC(in: list)
      (all, isCut, hasThreadLocals) = (ofC.words, ofC.words.count >= Self.most, ofC.hasThreadLocals)
      return
    }
    found.sort { $0.address < $1.address }
    isCut = found.count > Self.most
    hasThreadLocals = false
    all = found.prefix(Self.most).map { symbol in
      let words = SwiftName(symbol.name)
      let ending = symbol.name.hasSuffix("Z") ? 3 : 2
      let stem = symbol.name.dropLast(ending)
      let canChange =
        setters.contains(stem) || !classes.isDisjoint(with: words.parts)
        || Self.boxes.contains(where: words.type.hasPrefix)
      // A global variable needs no setter. A constant that is there from the start is in memory that
      // cannot be written; what is made at its first use, or as the program begins, may be either.
      let isGlobal = !canChange && !symbol.name.hasSuffix("Z")
      let isMade = isGlobal && stem.indices.contains { made.contains(stem[..<$0]) }
      return Variable(
        name: words.name, canChange: canChange || isGlobal && !isMade, isSure: !isGlobal,
        symbol: String(symbol.name), address: symbol.address, size: symbol.size)
    }
  }

  private enum Meaning {
    case variable
    case setter
    /// A class, or a protocol, of which an instance of a class may be.
    case classType
    /// What marks that a variable was made at its first use.
    case once
  }

  /// What symbols are by their endings, as Swift mangles names.
  private static let kinds: [(ending: String, meaning: Meaning)] = [
    ("vp", .variable), ("vpZ", .variable), ("vs", .setter), ("vsZ", .setter), ("vM", .setter),
    ("vMZ", .setter), ("CMn", .classType), ("Mp", .classType), ("_Wz", .once),
  ]

  /// Types of Swift's libraries whose values change in place.
  private static let boxes = [
    "Synchronization.Mutex", "Synchronization.Atomic", "Foundation.NSCache",
    "Foundation.NSMutable", "Foundation.UserDefaults", "Swift.UnsafeMutable",
  ]

  /// Libraries of Swift and of the recorder, which go into programs.
  private static let libraries: Set = [
    "Foundation", "FoundationEssentials", "FoundationInternationalization", "Dispatch",
    "Synchronization", "Observation", "Recorder", "RecorderHost", "RecorderTesting",
    "SessionFormat",
  ]

  /// Whether a symbol is of a module that is no library.
  private static func isOwn(_ symbol: Substring) -> Bool {
    guard symbol.hasPrefix("$s") else { return false }
    let rest = symbol.dropFirst(2)
    let digits = rest.prefix(while: \.isNumber)
    guard let length = Int(digits) else { return false }
    return !libraries.contains(String(rest.dropFirst(digits.count).prefix(length)))
  }
}

extension Substring.UTF8View {
  /// What follows the last byte for which `holds` is false.
  fileprivate func suffix(while holds: (UInt8) -> Bool) -> Substring.UTF8View {
    var start = endIndex
    while start > startIndex, holds(self[index(before: start)]) { start = index(before: start) }
    return self[start...]
  }
}
