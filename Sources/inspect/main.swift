import Commands
import Foundation
import Inspector
import SessionFormat

// All work happens on values that are made here: the arguments, the environment, the streams.
StandardStreams.occupy()
Interruption.install()
CutFile.install()
// By their bytes, as no two files may get one name.
let arguments = (1..<max(1, Int(CommandLine.argc))).compactMap { place in
  CommandLine.unsafeArgv[place].map { FileNameText.of($0) }
}
let environment = ProcessInfo.processInfo.environment

// Only a recorded app must wait for tasks. All else stays on the main thread, as readline wants it
// and as Ctrl-C interrupts it.
if SampleVerbs.isScenario(arguments) {
  exit(await SampleVerbs.play(arguments, environment: environment))
}
exit(Tool.run(arguments, environment: environment))
