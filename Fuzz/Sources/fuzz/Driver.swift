import Foundation

/// One thing to be fuzzed.
struct FuzzTarget: Sendable {
  /// The name on the command line, and of the folder of seeds.
  let name: String
  /// The longest input that is tried, in bytes; short inputs are many inputs.
  let largest: Int
  /// Tries one input; it does not come back where a property is broken.
  let check: @Sendable (UnsafeBufferPointer<UInt8>) -> Void
}

/// Hands a target over to libFuzzer.
enum Driver {
  /// What is fuzzed; a C function can hold nothing of its own.
  nonisolated(unsafe) private static var target: FuzzTarget?

  static func run(_ chosen: FuzzTarget, options: [String]) -> Int32 {
    target = chosen
    // Leaks are not looked for: Swift's own constants look like some.
    let words =
      [CommandLine.arguments[0], "-max_len=\(chosen.largest)", "-detect_leaks=0"] + options
    var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var count = CInt(words.count)
    return pointers.withUnsafeMutableBufferPointer { pointers -> CInt in
      var start = pointers.baseAddress
      return withUnsafeMutablePointer(to: &start) { arguments in
        runFuzzer(&count, arguments) { data, size in
          Driver.target?.check(UnsafeBufferPointer(start: data, count: size))
          return 0
        }
      }
    }
  }
}

/// libFuzzer's own entry for programs that have a `main`.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ check: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
