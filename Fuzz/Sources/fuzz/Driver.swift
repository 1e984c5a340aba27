import Foundation

/// A target for the fuzzer.
struct FuzzTarget: Sendable {
  /// The name on the command line and of the folder of seeds.
  let name: String
  /// The longest input that is tried, in bytes; with short inputs, more of them are tried.
  let largest: Int
  /// Tries one input; does not return if a property is broken.
  let check: @Sendable (UnsafeBufferPointer<UInt8>) -> Void
}

/// Hands a target over to libFuzzer.
enum Driver {
  /// The current target; a C function pointer cannot capture it.
  nonisolated(unsafe) private static var target: FuzzTarget?

  static func run(_ chosen: FuzzTarget, options: [String]) -> Int32 {
    target = chosen
    // Leaks are not detected: Swift's own constants look like some.
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

/// libFuzzer's entry point for programs that have a `main`.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ check: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt
