/// The result of a command, and the answer that its exit code gives.
package struct CommandResult: Sendable {
  /// The three answers of every command.
  package enum Answer: Int32, Sendable {
    /// Yes, same, found: exit 0.
    case yes = 0
    /// No, different, not found: exit 1.
    case no = 1
    /// Trouble: exit 2.
    case trouble = 2
  }

  /// The report to show; nil if there is none.
  package var report: (any Report)?
  /// The displayed values, to show after the report; nil if there are none.
  package var displays: DisplayReport?
  /// The commands with which a person goes on; shown only where one types at a prompt.
  package var next = NextCommands()
  /// What holds from now on and how to undo it, of a command that answers nothing else; shown only
  /// where one types at a prompt, so that neither scripts nor inspectrc have more to read.
  package var settled: String?
  /// Rows to show in place of a report, each as soon as it is made.
  package var stream: StepStream?
  /// The bytes of a session that is itself the result; the report then goes to standard error.
  package var session: [UInt8]?
  /// Bytes that are themselves the result and must not be laid out, such as a canonical form; then
  /// nothing else is shown.
  package var exactBytes: [UInt8]?
  /// Faults in addition to the result: one line each, for standard error.
  package var complaints: [String] = []
  package var answer: Answer
  /// Whether Ctrl-C cut the work short, so that this is a partial result.
  package var isInterrupted = false
  package var quits = false
  /// A file whose lines are commands to run now.
  package var script: String?

  package init(_ report: (any Report)?, _ answer: Answer = .yes) {
    self.report = report
    self.answer = answer
  }

  /// The result of a command whose effect is only on what comes after it.
  init(settled: String) {
    self.init(nil)
    self.settled = settled
  }

  /// A result whose rows are made as they are written.
  package init(stream: StepStream, _ answer: Answer = .yes) {
    self.stream = stream
    self.answer = answer
  }
}
