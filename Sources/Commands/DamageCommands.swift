import Foundation
import Inspector
import SessionFormat

/// Finding damage in session files, and making sound copies.
enum DamageCommands {
  static let all = [check, repair]

  private static let check = Command(
    "check", in: .trust, "read a session strictly: every line, state and keyframe",
    details: [
      "check lists all damage with its line, column, byte and cause, also if the header is "
        + "damaged. Exit 0 sound, 1 opened but damaged, 2 not a session, without a header, or not "
        + "readable."
    ],
    batch: Command.Form(
      [Parameter("SESSION", .text)],
      examples: ["inspect check session.ndjson", "gzip < session.ndjson | inspect check -"]),
    runFiles: { context, invocation throws(InspectorError) in
      let file = invocation.argument("SESSION") ?? ""
      let (session, check) = try checked(file, context)
      let report = CheckReport(file: file, actions: session.last - session.first, check: check)
      guard session.hasHeader else { return CommandResult(report, .trouble) }
      return CommandResult(report, check.faults.isEmpty ? .yes : .no)
    })

  /// A session with its check: a quick one if it finds nothing, because most sessions are sound.
  private static func checked(
    _ file: String, _ context: CommandContext
  ) throws(InspectorError) -> (Session, SessionCheck) {
    let stops = context.interrupted
    // A pipe can be read only once.
    if file != "-", !Platform.isSpecial(file),
      let session = try? Session(path: file, limits: context.limits),
      let check = try SessionCheck(ifSound: session, interrupted: stops)
    {
      return (session, check)
    }
    let session = try Session(
      path: file, mode: .salvage, limits: context.limits, interrupted: stops)
    return (session, try SessionCheck(session, interrupted: stops))
  }

  private static let repair = Command(
    "repair", in: .trust, "make a sound copy of a damaged session",
    details: [
      "Readable lines are kept as they are, and so are unknown kinds and members. Only characters "
        + "that act on a terminal or cannot be seen are escaped, and line ends become LF. Damaged "
        + "lines are left out, and named by what they were if their beginning says so. Readable "
        + "lines are left out only where the states around them cannot be known without what is "
        + "lost: these steps become a gap, and the recording goes on after it with a whole state. "
        + "The answer counts them; --salvage log S shows them in the original. Several segments "
        + "become one file. The original is never changed.",
      "--recrc ignores old checksums and gives every line a fresh one, as needed after an edit by "
        + "hand.",
      "If --host or a config file names a host for the store, the host reduces the actions of lost "
        + "states again, from the last known state on. Its states are used if they lead, by value, "
        + "to the next known state and to everything readable before it; they are marked "
        + "(recomputed). Otherwise the gap stays, and repair says why.",
      "Exit 0 if the copy is made, 2 if it cannot be made or FILE exists already.",
    ],
    batch: Command.Form(
      [Parameter("SESSION", .text)],
      options: [
        CommandOption(
          "-o", value: "FILE", required: true,
          "the copy to make (gzipped if it ends in .gz); - is standard output"),
        CommandOption("--recrc", "give every line a fresh checksum, and ignore the old ones"),
        .force,
      ],
      examples: [
        "inspect repair session.ndjson -o sound.ndjson",
        "inspect repair edited.ndjson --recrc -o new.ndjson",
        "inspect repair session.ndjson --host .build/debug/app-host -o sound.ndjson",
      ]),
    runFiles: { context, invocation throws(InspectorError) in
      let file = invocation.argument("SESSION") ?? ""
      let target = try invocation.target()
      for original in try originals(file)
      where target != "-" && Platform.isSameFile(original, target) {
        throw .sameFile(target, original)
      }
      let stops = context.interrupted
      let recrc = invocation.flag("--recrc")
      let session = try Session(
        path: file, mode: .salvage, ignoresCRC: recrc, limits: context.limits,
        interrupted: stops)
      var repair = try Repair(session, recrc: recrc, interrupted: stops)
      try recover(&repair, context)
      // Standard output, too, gets nothing before the copy is complete and checked.
      var copy = try invocation.writer(to: target)
      let account = try repair.write(into: &copy, interrupted: stops)
      try copy.finish { bytes throws(InspectorError) in
        try prove(bytes, repair, interrupted: stops)
      }
      var outcome = CommandResult(RepairReport(repair, account, file: target))
      if target == "-" { outcome.session = copy.kept }
      return outcome
    })

  /// Recomputes lost states, if a host is named for the store.
  private static func recover(
    _ repair: inout Repair, _ context: CommandContext
  ) throws(InspectorError) {
    let store = repair.session.header.store
    guard !repair.isSound, context.settings(store).host != nil else { return }
    try repair.recover(
      through: try context.client(ofStore: store), interrupted: context.interrupted)
  }

  /// The files that a repair reads.
  private static func originals(_ path: String) throws(InspectorError) -> [String] {
    guard path != "-" else { return [] }
    return [path] + (try SegmentFolder(path)?.files.map(\.path) ?? [])
  }

  /// Refuses a copy that is not sound, so that no reader sees it.
  private static func prove(
    _ copy: Data, _ repair: Repair, interrupted: () -> Bool
  ) throws(InspectorError) {
    let read = try Salvage(
      copy, file: "the copy", limits: repair.session.parts[0].limits, interrupted: interrupted)
    guard let fault = read.faults.first.first else { return }
    throw .cannotRepair(file: repair.session.file, reason: "the copy would not be sound: \(fault)")
  }
}
