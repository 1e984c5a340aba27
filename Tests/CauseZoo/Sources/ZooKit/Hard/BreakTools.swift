import Foundation

@_silgen_name("sched_getcpu") func brProcessor() -> Int32
@_silgen_name("getauxval") func brAuxiliary(_ kind: UInt) -> UInt
@_silgen_name("popen") func brOpen(_ command: UnsafePointer<CChar>, _ mode: UnsafePointer<CChar>)
  -> UnsafeMutablePointer<FILE>?

/// Calls instructions that no library stands before.
///
/// They are those of x86-64; elsewhere the result is 0.
func brCode(_ bytes: [UInt8]) -> UInt64 {
  #if !arch(x86_64)
    return 0
  #endif
  guard
    let page = mmap(
      nil, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
  else { return 0 }
  defer { munmap(page, 4096) }
  page.copyMemory(from: bytes, byteCount: bytes.count)
  return unsafeBitCast(page, to: (@convention(c) () -> UInt64).self)()
}

/// The processor's own random numbers.
func brDice() -> UInt64 { brCode([0x48, 0x0f, 0xc7, 0xf0, 0xc3]) }

/// The processor's counter of ticks.
func brTicks() -> UInt64 {
  brCode([0x0f, 0x31, 0x48, 0xc1, 0xe2, 0x20, 0x48, 0x09, 0xd0, 0xc3])
}

/// What a shell command prints.
func brShell(_ command: String) -> String {
  guard let pipe = brOpen(command, "r") else { return "" }
  defer { pclose(pipe) }
  var bytes = [CChar](repeating: 0, count: 200)
  let count = fread(&bytes, 1, 200, pipe)
  return String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// A thread that does nothing of consequence, and is waited for.
func brThread(_ body: @escaping @Sendable () -> Void = {}) {
  let done = DispatchSemaphore(value: 0)
  Thread {
    body()
    done.signal()
  }.start()
  done.wait()
}

func brFolder() -> String { getenv("ZOO_FILES").map { String(cString: $0) } ?? "/nonexistent" }

let brWords = ["oak", "ash", "elm", "fir", "yew", "box", "bay", "fig", "ivy", "may"]

@_silgen_name("dl_iterate_phdr") func brLibraries(
  _ body: @convention(c) (UnsafeMutableRawPointer?, Int, UnsafeMutableRawPointer?) -> Int32,
  _ data: UnsafeMutableRawPointer?
) -> Int32
