import Commands
import Inspector

/// The text that is shown when the prompt opens.
enum Banner {
  static func page(_ workspace: Workspace) -> Page {
    let session = workspace.session
    var page = Page()
    let count = CountText.words(session.last - session.first, "action")
    let ending =
      switch session.ending {
      case .closed: "closed"
      case .cutOff: session.fault == nil ? "cut off" : "then damaged"
      case .died(let actions): "died in action \(actions.lowerBound)"
      }
    page.line(
      .text(session.file, .bold),
      .text("  \(count), \(ending)", .dim))
    if let crash = CrashNote(session) { crash.write(to: &page) }
    if let fault = session.fault {
      page.line(.literal("damaged: ", .error), .text(InspectorError.session(fault).description))
    }
    if let hidden = RedactionSummary(of: session) {
      page.line(
        .literal("hidden: ", .changed), .text(hidden.words),
        .text("; stand-ins are shown instead", .dim))
    }
    for note in session.openingNotes { page.line(.literal("note: ", .changed), .text(note)) }
    page.line(
      .literal("next and back step, why PATH shows who changed a value, help lists the rest", .dim))
    return page
  }
}
