import Commands
import Foundation
import Inspector
import SessionFormat

// All work uses values that are made here: the arguments, the environment, the streams.
StandardStreams.occupy()
Interruption.install()
CutFile.install()
// As bytes, so that no two files get the same name.
let arguments = (1..<max(1, Int(CommandLine.argc))).compactMap { place in
  CommandLine.unsafeArgv[place].map { FileNameText.of($0) }
}
let environment = ProcessInfo.processInfo.environment

// Only recording an app waits for tasks. Everything else stays on the main thread, because readline
// needs it and Ctrl-C interrupts it.
if SampleVerbs.isScenario(arguments) {
  exit(await SampleVerbs.play(arguments, environment: environment))
}
exit(Tool.run(arguments, environment: environment))
