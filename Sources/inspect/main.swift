import Foundation

// All work happens on values that are made here: the arguments, the environment, the streams.
Interruption.install()
CutFile.install()
let arguments = Array(CommandLine.arguments.dropFirst())
let environment = ProcessInfo.processInfo.environment

// Only a recorded app must wait for tasks. All else stays on the main thread, as readline wants it
// and as Ctrl-C interrupts it.
if SampleVerbs.isScenario(arguments) {
  exit(await SampleVerbs.play(arguments, environment: environment))
}
exit(Tool.run(arguments, environment: environment))
