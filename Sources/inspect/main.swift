import Foundation

// All work happens on values that are made here: the arguments, the environment, the streams.
Interruption.install()
exit(
  await Tool.run(
    Array(CommandLine.arguments.dropFirst()), environment: ProcessInfo.processInfo.environment))
