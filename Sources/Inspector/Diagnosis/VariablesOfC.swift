/// The variables of a program in C or C++, by its table of symbols; constants lie where nothing is watched.
///
/// They are watched word by word, because a struct may have the state, the input and a setting side by side.
struct VariablesOfC {
  /// The words of the variables, in the order of their addresses, at most as many as are watched.
  private(set) var words: [OwnVariables.Variable] = []
  /// Whether some are another one in each thread.
  private(set) var hasThreadLocals = false

  private static let word: UInt64 = 8
  /// What is larger is a table or a buffer.
  private static let mostInWords: UInt64 = 512
  private static let page: UInt64 = 4096

  /// - Parameter list: Lines of an address, a size, a letter and a name, as `nm -S` writes them.
  init(in list: String) {
    for line in list.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count == 4, ["b", "d", "B", "D"].contains(fields[2]),
        let address = UInt64(fields[0], radix: 16), let size = UInt64(fields[1], radix: 16),
        !Self.isOfRuntime(fields[3], size: size)
      else { continue }
      // The addresses of those count from the beginning of a thread's own memory.
      if address < Self.page {
        hasThreadLocals = true
      } else {
        add(Self.name(of: fields[3]), String(fields[3]), address, size)
      }
    }
    words.sort { $0.address < $1.address }
    words = Array(words.prefix(OwnVariables.most))
  }

  private mutating func add(_ name: String, _ symbol: String, _ address: UInt64, _ size: UInt64) {
    let part = size <= Self.mostInWords ? Self.word : Self.page
    for start in stride(from: 0, to: size, by: Int(part)) {
      words.append(
        OwnVariables.Variable(
          name: name, canChange: true, isSure: true, symbol: symbol, address: address + start,
          size: min(part, size - start)))
      if words.count > 4 * OwnVariables.most { return }
    }
  }

  private static let ofLinker: Set<Substring> = [
    "_GLOBAL_OFFSET_TABLE_", "_DYNAMIC", "_PROCEDURE_LINKAGE_TABLE_", "_TLS_MODULE_BASE_",
  ]

  /// What the C library and the compiler put into each program, and what marks that a static was made.
  private static func isOfRuntime(_ symbol: Substring, size: UInt64) -> Bool {
    symbol.contains("@") || symbol.hasPrefix("_ZGV") || ofLinker.contains(symbol)
      || symbol.hasPrefix("completed.") && size == 1
  }

  /// The name in the source: without the function or the number that compilers add to a static of a function, and of
  /// a name that C++ has mangled the last part.
  static func name(of symbol: Substring) -> String {
    let name = symbol.split(separator: ".").last { Int($0) == nil } ?? symbol
    guard name.hasPrefix("_Z") else { return String(name) }
    var (rest, last) = (name.dropFirst(2), name)
    while let digit = rest.firstIndex(where: \.isNumber) {
      let digits = rest[digit...].prefix(while: \.isNumber)
      let behind = rest[digits.endIndex...]
      guard let count = Int(digits), count > 0, count <= behind.count else { break }
      last = behind.prefix(count)
      rest = behind.dropFirst(count)
    }
    return String(last)
  }
}
