@preconcurrency import CReadline
import Commands
import Foundation

/// Lines edited at a terminal, with history and completion by GNU readline.
///
/// Use it only if standard input and output are terminals: readline echoes into pipes. Its state
/// belongs to the process, so there is one prompt at a time, on the main thread. The key bindings
/// of the user's `inputrc` apply, also those under `$if inspect`.
struct ReadlineLines: LineSource {
  /// Finds the words that can be at a byte offset of a line.
  typealias Completer = (_ line: String, _ cursor: Int) -> Completions

  private let history: HistoryFile?

  /// Prepares readline, and loads the history if there is one.
  ///
  /// - Parameter onPrompt: Called once, when the first prompt is shown.
  init(history: HistoryFile?, onPrompt: @escaping () -> Void, completer: @escaping Completer) {
    self.history = history
    Bridge.completer = completer
    Bridge.onPrompt = onPrompt
    Bridge.install()
    using_history()
    stifle_history(CInt(history?.limit ?? 10_000))
    for entry in history?.load() ?? [] { add_history(entry) }
  }

  mutating func next(prompt: String) -> LineEvent {
    Interruption.clear()
    Bridge.wasContinued.clear()
    let typed = UnicodeLocale.during { readline(ReadlineLines.marked(prompt)) }
    defer { free(typed) }
    if Interruption.wasRequested {
      Interruption.clear()
      return .interrupted
    }
    guard let typed else {
      print()
      return .end
    }
    let line = String(cString: typed)
    remember(line)
    return .line(line)
  }

  private func remember(_ line: String) {
    guard HistoryFile.keeps(line) else { return }
    if let last = history_get(history_base + history_length - 1), isEntry(last, line) { return }
    forgetEarlier(line)
    add_history(line)
    history?.append(line)
  }

  private func forgetEarlier(_ line: String) {
    for place in stride(from: history_length - 1, through: 0, by: -1) {
      guard let entry = history_get(history_base + place), isEntry(entry, line) else { continue }
      if let removed = remove_history(place) { free_history_entry(removed) }
    }
  }

  private func isEntry(_ entry: UnsafeMutablePointer<HIST_ENTRY>, _ line: String) -> Bool {
    guard let text = entry.pointee.line else { return false }
    return strcmp(text, line) == 0
  }

  /// A prompt whose escapes readline does not count as columns.
  static func marked(_ prompt: String) -> String {
    prompt.replacing(#/\u{1B}\[[0-9;]*m/#) { "\u{1}\($0.output)\u{2}" }
  }
}

/// What readline calls and keeps: C functions and variables of the process.
private enum Bridge {
  nonisolated(unsafe) static var completer: ReadlineLines.Completer?
  nonisolated(unsafe) static var onPrompt: (() -> Void)?

  /// Whether the process was stopped and continued since the prompt was drawn.
  static let wasContinued = SignalFlag()

  static func install() {
    wasContinued.clear()
    SignalHandling.handle(SIGCONT) { _ in Bridge.wasContinued.set() }
    rl_readline_name = immortal("inspect")
    // Paths such as /items/0/message and items[0].message are one word.
    rl_basic_word_break_characters = immortal(" ")
    rl_completer_word_break_characters = immortal(" ")
    rl_sort_completion_matches = 0
    // COLUMNS stays as the user set it: the width is measured each time something is shown.
    rl_change_environment = 0
    rl_attempted_completion_function = { _, start, end in
      // Otherwise readline offers file names if nothing fits.
      rl_attempted_completion_over = 1
      return Bridge.matches(wordStart: Int(start), cursor: Int(end))
    }
    rl_pre_input_hook = {
      Bridge.onPrompt?()
      Bridge.onPrompt = nil
      return 0
    }
    rl_getc_function = { stream in Bridge.nextKey(stream) }
    rl_prep_term_function = { meta in
      let wasPrepared = Bridge.isPrepared
      rl_prep_terminal(meta)
      // What it does not prepare, it does not restore.
      if !wasPrepared, Bridge.isPrepared { TerminalKeys.begin() }
    }
  }

  /// A C string that is never freed, for variables through which readline keeps a pointer.
  private static func immortal(_ text: String) -> UnsafePointer<CChar>? {
    strdup(text).map { UnsafePointer($0) }
  }

  private static var isPrepared: Bool { rl_readline_state & UInt(RL_STATE_TERMPREPPED) != 0 }

  /// Whether a paste is read, as text up to its end.
  private static var isInPaste: Bool {
    guard rl_readline_state & UInt(RL_STATE_READCMD) == 0, let keys = rl_executing_keyseq
    else { return false }
    return String(cString: keys) == "\u{1B}[200~"
  }

  /// What ends a paste, as far as it is to be returned yet.
  nonisolated(unsafe) private static var pasteEnd: ArraySlice<UInt8> = []

  /// Waits for a key; after Ctrl-C returns the keys that leave the editor's current mode.
  private static func nextKey(_ stream: UnsafeMutablePointer<FILE>?) -> CInt {
    if let key = pasteEnd.popFirst() { return CInt(key) }
    if InputWait.untilReadable(fileno(stream), meanwhile: handleSignals) {
      let key = rl_getc(stream)
      guard TerminalKeys.isInterrupt(key), !isInPaste else { return key }
      Interruption.request()
    }
    // An end of input would leave a paste without its end, and what is left of it would be commands.
    if isInPaste {
      tcflush(fileno(stream), TCIFLUSH)
      pasteEnd = Array("\u{1B}[201~".utf8)[...]
      return CInt(pasteEnd.removeFirst())
    }
    // Nor would the key after Ctrl-V be followed by the signals that are made of keys.
    guard TerminalKeys.makesSignals else { return CInt(UInt8(ascii: " ")) }
    // In a search, a question or a paste, the end of input returns to the line itself.
    guard rl_readline_state & UInt(RL_STATE_READCMD) != 0 else { return EOF }
    // The line ends where it ends on the screen, which may be some rows below the cursor.
    rl_point = rl_end
    rl_insert_text("^C")
    rl_redisplay()
    rl_done = 1
    return CInt(UInt8(ascii: "\n"))
  }

  /// Handles what readline's own handlers only note: a resize, a stop, an end.
  ///
  /// Ctrl-C it must not handle: it would write over the line at the cursor.
  private static func handleSignals() {
    rl_check_signals()
    Interruption.handle()
    guard wasContinued.isSet else { return }
    wasContinued.clear()
    // The shell has written over the line since then.
    rl_forced_update_display()
  }

  /// The replacement and the matches in readline's form: each allocated, with a null at the end.
  private static func matches(
    wordStart: Int, cursor: Int
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    guard let buffer = rl_line_buffer else { return nil }
    let line = String(cString: buffer)
    // The matches replace the editor's word up to the cursor, so the line is completed up to there.
    // It may take long, and no key is read meanwhile.
    TerminalKeys.makeSignalOfInterrupt(true)
    defer { TerminalKeys.makeSignalOfInterrupt(false) }
    guard
      let completion = completer?(line, cursor),
      let words = CompletionMatches.list(
        completion, line: line, wordStart: wordStart, cursor: cursor)
    else { return nil }
    rl_completion_suppress_append = completion.appendsSpace ? 0 : 1
    rl_completion_append_character = CInt(UInt8(ascii: " "))
    let size = (words.count + 1) * MemoryLayout<UnsafeMutablePointer<CChar>?>.stride
    guard let memory = malloc(size) else { return nil }
    let list = memory.bindMemory(
      to: UnsafeMutablePointer<CChar>?.self, capacity: words.count + 1)
    for (place, word) in words.enumerated() { list[place] = strdup(word) }
    list[words.count] = nil
    return list
  }
}
