import Foundation

/// How the terminal passes Ctrl-C on while a line is edited.
///
/// As a signal it has no place among the keys: the terminal forgets what was typed before it, and
/// whoever reads at that moment gets the first key after it, which belongs to the next line. As a key it
/// comes in its turn.
enum TerminalKeys {
  // There is one terminal, and readline reads it on the main thread.
  private nonisolated(unsafe) static var interrupt: cc_t?

  /// Makes a key of Ctrl-C, or of what stands in its place, as the editing of a line begins.
  ///
  /// What ends it must restore the terminal's settings.
  static func begin() {
    interrupt = current.map(key(in:)).flatMap { $0 == none ? nil : $0 }
    makeSignalOfInterrupt(false)
  }

  /// Makes a signal of Ctrl-C, as before, or a key again.
  static func makeSignalOfInterrupt(_ isSignal: Bool) {
    guard let interrupt, var settings = current else { return }
    withUnsafeMutableBytes(of: &settings.c_cc) { $0[Int(VINTR)] = isSignal ? interrupt : none }
    // What was typed meanwhile stays.
    tcsetattr(STDIN_FILENO, TCSANOW, &settings)
  }

  /// Whether a key is the one that interrupts.
  ///
  /// Not if the terminal makes no signals at all: then the key after Ctrl-V is read, which is a letter
  /// whatever it is.
  static func isInterrupt(_ key: CInt) -> Bool {
    interrupt.map { CInt($0) == key } == true && makesSignals
  }

  /// Whether any key makes a signal.
  static var makesSignals: Bool { current.map { $0.c_lflag & tcflag_t(ISIG) != 0 } ?? true }

  private static var none: cc_t {
    cc_t(truncatingIfNeeded: fpathconf(STDIN_FILENO, CInt(_PC_VDISABLE)))
  }

  private static func key(in settings: termios) -> cc_t {
    var settings = settings
    return withUnsafeBytes(of: &settings.c_cc) { $0[Int(VINTR)] }
  }

  private static var current: termios? {
    var settings = termios()
    return tcgetattr(STDIN_FILENO, &settings) == 0 ? settings : nil
  }
}
