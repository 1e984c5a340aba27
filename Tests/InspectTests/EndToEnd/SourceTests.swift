import TestSupport
import Testing

@Suite("The commands of a file are run by source")
struct SourceTests {
  @Test("its lines are commands, and what comes after it goes on at its place")
  func lines() throws {
    let inner = try Scratch.file("source-inner", "next\n")
    let outer = try Scratch.file(
      "source-outer", "# to the fourth\ngoto 3\r\nsource '\(inner)'\n\nwhen")
    let run = try Inspect.run("-e", "source '\(outer)'", "-e", "when", Inspect.toast)
    let direct = try Inspect.run(
      "-e", "goto 3", "-e", "next", "-e", "when", "-e", "when", Inspect.toast)
    #expect(run.output == direct.output)
    #expect(run.error == "")
    #expect(run.status == .exited(0))
  }

  @Test("it stops at the first command that fails, which is told with its line")
  func failure() throws {
    let file = try Scratch.file("source-fails", "finish\ngoto 99\nwhen\n")
    let run = try Inspect.run(
      "--format", "json", "-e", "source '\(file)'", "-e", "when", Inspect.toast)
    #expect(run.output.split(separator: "\n").count == 1)
    #expect(
      run.error
        == "inspect: source-fails:2: there is no step 99: the steps go from 0 to 18\n")
    #expect(run.status == .exited(2))
    let kept = try Inspect.run(
      "--format", "json", "--keep-going", "-e", "source '\(file)'", "-e", "when", Inspect.toast)
    #expect(kept.output.split(separator: "\n").count == 3)
    #expect(kept.status == .exited(2))
  }

  @Test("a no is the status of the whole, and quit in it ends all")
  func status() throws {
    let no = try Scratch.file("source-no", "find $.n > 99\n")
    let run = try Inspect.run("-e", "source '\(no)'", "-e", "goto 0", Inspect.toast)
    #expect(run.output.hasPrefix("no step matches $.n > 99\n0/18 start\n"))
    #expect(run.status == .exited(1))
    let quit = try Scratch.file("source-quit", "quit\nwhen\n")
    #expect(try Inspect.run("-e", "source '\(quit)'", "-e", "when", Inspect.toast).output == "")
  }

  @Test("a file that is not there, or that runs itself, is refused")
  func refusals() throws {
    let missing = Scratch.path("source-none")
    #expect(
      try Inspect.run("-e", "source '\(missing)'", Inspect.toast).error
        == "inspect: source-none: cannot be read: No such file or directory\n")
    let itself = Scratch.path("source-itself")
    _ = try Scratch.file("source-itself", "source '\(itself)'\n")
    let run = try Inspect.run("-e", "source '\(itself)'", Inspect.toast)
    #expect(
      run.error
        == "inspect: source-itself:1: source: files run each other more than 16 deep; "
        + "usage: source FILE\n")
    #expect(run.status == .exited(2))
  }
}
