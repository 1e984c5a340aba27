import Foundation

// Programs that are run to their end, with this process's environment and no input.

extension Platform {
  /// Whether a program can be run and exits with 0.
  static func runs(_ words: [String]) -> Bool {
    #if os(macOS) || os(Linux)
      start(words)?.end(asking: false, milliseconds: 5000) == 0
    #else
      false
    #endif
  }

  /// What a program writes to its standard output; nil if it cannot be run, fails, or takes longer.
  static func output(of words: [String], within seconds: Int) -> String? {
    #if os(macOS) || os(Linux)
      guard let child = start(words) else { return nil }
      let descriptor = child.output
      let output = Aside { bytes(of: descriptor) }
      guard child.end(asking: false, milliseconds: seconds * 1000) == 0 else { return nil }
      return String(decoding: output.result, as: UTF8.self)
    #else
      return nil
    #endif
  }

  /// Runs a program, however long it takes.
  ///
  /// - Returns: Its status as of `waitpid`, and what it wrote to standard output and error; nil if it
  ///   cannot be run.
  /// - Throws: ``InspectorError/interrupted``, after its end.
  static func run(
    _ words: [String], interrupted: () -> Bool
  ) throws(InspectorError) -> (status: Int32, text: String)? {
    #if os(macOS) || os(Linux)
      guard let child = start(words) else { return nil }
      let streams = [child.output, child.error].map { descriptor in
        Aside { bytes(of: descriptor) }
      }
      var isStopped = false
      while !isStopped, child.exitStatus(within: 50) == nil { isStopped = interrupted() }
      let status = child.end(asking: isStopped)
      let text = String(decoding: streams.flatMap(\.result), as: UTF8.self)
      if isStopped { throw .interrupted }
      return (status, text)
    #else
      return nil
    #endif
  }

  #if os(macOS) || os(Linux)
    private static func start(_ words: [String]) -> ChildProcess? {
      guard let program = words.first,
        let child = try? ChildProcess(
          path: program, arguments: Array(words.dropFirst()),
          environment: ProcessInfo.processInfo.environment)
      else { return nil }
      child.closeInput()
      return child
    }

    /// What comes from a pipe until it ends.
    private static func bytes(of descriptor: Int32) -> [UInt8] {
      var bytes: [UInt8] = []
      var part = [UInt8](repeating: 0, count: 1 << 16)
      while case let count = read(descriptor, &part, part.count), count > 0 {
        bytes += part[..<count]
      }
      return bytes
    }
  #endif
}
