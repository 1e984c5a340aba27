import Foundation
import SessionFormat
import TestSupport
import Testing

@Suite("Answers that may be meant or not, and what a host does behind the last that is of interest")
struct DoubtfulAnswerTests {
  @Test("what a host did behind a divergence was not noted, nor what it did while it was accepted")
  func behindDivergence() throws {
    let wrong = #"; s/"n":4,"state":\{"value":0/"n":4,"state":{"value":9/"#
    for (name, expression, note) in [
      (
        "twice", #"/"state","n":6,/p"#,
        #"the host answered more than it was asked for: {"kind":"state","n":6,"state":{"value":95,"steps":6}}"#
      ),
      ("type", #"s/"n":6,"t":([0-9]+),"type":"add"/"n":6,"t":\1,"type":"sum"/"#, ""),
    ] {
      let file = try SurplusStateTests.session("behind-\(name)")
      let host = try SurplusStateTests.host("behind-\(name)", expression + wrong)
      let verify = try Inspect.run("verify", file, "--host", host, "--no-causes")
      #expect(verify.output.contains("note      \(note)") != note.isEmpty, "\(verify.output)")
      #expect(verify.status == .exited(1))
      let accept = try Inspect.run("verify", file, "--host", host, "--no-causes", "--accept")
      #expect(accept.output.contains("note      \(note)") != note.isEmpty, "\(accept.output)")
    }
    let file = try SurplusStateTests.session("behind-status")
    let host = try SurplusStateTests.host(
      "behind-status", wrong.replacing("; ", with: "", maxReplacements: 1))
    let status = "/bin/sh -c \"\(host); exit 3\""
    let told = "the host did not leave with status 0 at the end of its input: exit status 3"
    for options in [[], ["--accept"]] {
      let run = try Inspect.run(["verify", file, "--host", status, "--no-causes"] + options)
      #expect(run.output.contains(told), "\(run.output)")
    }
  }

  @Test("of a host that answers an action twice, nobody knows how, one answer was accepted")
  func acceptedTwice() throws {
    let file = try SurplusStateTests.session("accept-twice")
    let before = try String(contentsOfFile: file, encoding: .utf8)
    let mute = #"/"kind":"action"/d; "#
    let host = try SurplusStateTests.host(
      "accept-twice", mute + #"/"state","n":4,/{h;s/"value":0/"value":77/;p;g}"#)
    let run = try Inspect.run("verify", file, "--host", host, "--no-causes", "--accept")
    #expect(
      run.output.contains(
        "the host answers action 4 more than once, so it is not clear which answer is meant"),
      "\(run.output)\(run.error)")
    #expect(run.status != .exited(0))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == before)
  }

  @Test("what a host wrote behind the last action of a branch was not noted, nor how it left")
  func behindBranch() throws {
    let file = try SurplusStateTests.session("behind-branch")
    let twice = try SurplusStateTests.host("behind-branch", #"/"state","n":7,/p"#)
    let change = ["-e", "goto 6", "-e", #"dispatch add {"add":{"_0":1}}"#]
    let run = try Inspect.run(change + [file, "--host", twice])
    #expect(
      run.output.contains(
        #"  note  the host answered more than it was asked for: {"kind":"state","n":7,"#),
      "\(run.output)")
    let sound = try SurplusStateTests.host("behind-branch-status", "")
    let left = try Inspect.run(change + [file, "--host", "/bin/sh -c \"\(sound); exit 3\""])
    #expect(
      left.error == "inspect: note: the host did not leave with status 0 at the end of its input: "
        + "exit status 3\n")
  }
}
