import Foundation

// `fuzz TARGET [options of libFuzzer] [corpus folder ...]`: feeds a target with new inputs until
// one breaks a property. `fuzz TARGET FILE` tries one input again.

let targets = [
  jsonTarget, decoderTarget, patchTarget, differenceTarget, pathTarget, conditionTarget,
  sessionTarget,
]

guard let name = CommandLine.arguments.dropFirst().first,
  let target = targets.first(where: { $0.name == name })
else {
  let names = targets.map(\.name).joined(separator: " ")
  FileHandle.standardError.write(Data("usage: fuzz TARGET [OPTION ...]; targets: \(names)\n".utf8))
  exit(2)
}
exit(Driver.run(target, options: Array(CommandLine.arguments.dropFirst(2))))
