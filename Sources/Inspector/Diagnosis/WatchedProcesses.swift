import Foundation

/// The processes of a host: the one that we started and all below it, as far as the system lists them.
struct WatchedProcesses {
  /// Their numbers.
  private let numbers: [Int]

  /// - Parameter number: The number of any of them.
  init(around number: Int) {
    var numbers = [Self.top(above: number)]
    var next = 0
    while next < numbers.count, numbers.count < Self.most {
      numbers += Self.children(of: numbers[next]).filter { !numbers.contains($0) }
      next += 1
    }
    self.numbers = numbers
  }

  /// A host of strangers may start processes without end.
  private static let most = 1000

  /// Whether one of them runs without a library; false where the system does not say.
  ///
  /// A process keeps its number when it becomes another program, so the first may, too.
  func isAnyWithout(_ library: String) -> Bool {
    numbers.contains { number in
      guard let maps = Self.text("\(number)/maps") else { return false }
      // One that has ended has no memory.
      return !maps.isEmpty && !maps.contains(library)
    }
  }

  /// The one that we started; the process itself if that is not known.
  private static func top(above number: Int) -> Int {
    var top = number
    for _ in 0..<most {
      guard let parent = parent(of: top), parent > 1 else { return number }
      if parent == Int(getpid()) { return top }
      top = parent
    }
    return number
  }

  private static func parent(of number: Int) -> Int? {
    // The name of the program, in brackets, may have any letters; then come the state and the parent.
    let words = text("\(number)/stat")?.split(separator: ")").last?.split(separator: " ")
    return words.flatMap { $0.count > 1 ? Int($0[1]) : nil }
  }

  private static func children(of number: Int) -> [Int] {
    let threads = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(number)/task")
    return (threads ?? []).flatMap { thread in
      (text("\(number)/task/\(thread)/children") ?? "").split(separator: " ").compactMap { Int($0) }
    }
  }

  private static func text(_ name: String) -> String? {
    // Not `FileManager`, which takes the first page for the whole of such a file.
    let file = FileHandle(forReadingAtPath: "/proc/\(name)")
    guard let data = try? file?.readToEnd() else { return nil }
    return String(decoding: data, as: UTF8.self)
  }
}
