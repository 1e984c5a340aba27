import Commands
import Inspector

/// The help of the tool as a whole.
enum Help {
  static func overview(_ table: CommandTable) -> Page {
    var page = Page()
    page.line(
      .literal("inspect", .bold),
      .literal(" looks into recorded sessions of Redux-style Swift apps."))
    page.blank()
    var uses = Table(.left, .left, .left)
    uses.row(
      .literal(""), .literal("inspect SESSION", .name), .literal("step through it at a prompt"))
    uses.row(
      .literal(""), .literal("inspect -e \"why /items\" SESSION", .name),
      .literal("run commands of the prompt, then leave"))
    uses.row(
      .literal(""), .literal("inspect VERB ...", .name),
      .literal("one answer, for scripts and CI; VERB --help explains it"))
    page.table(uses)
    page.blank()
    page.line(.literal("Verbs", .heading))
    page.table(rows(of: table.commands(.batch)))
    page.blank()
    page.line(.literal("Commands at the prompt", .heading))
    page.table(rows(of: table.commands(.prompt)))
    page.blank()
    page.line(.literal("Options", .heading))
    page.options(Request.options)
    page.blank()
    page.line(
      .literal(
        "SESSION is a file, plain or gzipped; a folder of segments, or FOLDER/BEGINNING-OF-A-NAME;")
    )
    page.line(.literal("or - for standard input, with commands from -e or -x."))
    page.line(
      .literal("Exit status: 0 yes, same or found; 1 no, different or not found; 2 trouble."))
    return page
  }

  private static func rows(of commands: [Command]) -> Table {
    var rows = Table(.left, .left, .left)
    for command in commands {
      rows.row(.literal(""), .text(command.name, .name), .text(command.summary))
    }
    return rows
  }
}
