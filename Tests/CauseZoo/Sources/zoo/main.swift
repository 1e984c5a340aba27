import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())

private func specimen(_ name: String) -> Specimen {
  if let found = Specimen.all.first(where: { $0.name == name }) { return found }
  FileHandle.standardError.write(Data("zoo: there is no specimen \(name)\n".utf8))
  exit(2)
}

switch (arguments.first, arguments.count) {
case ("list", 1):
  for specimen in Specimen.all { print(try Row(of: specimen).line) }
case ("record", 3...):
  // 75: by chance the fault did not show; record it again.
  exit(try specimen(arguments[1]).record(arguments[2]) ? 0 : 75)
case ("host", 2...):
  exit(specimen(arguments[1]).serve())
default:
  FileHandle.standardError.write(
    Data("usage: zoo list | zoo record SPECIMEN FILE | zoo host SPECIMEN\n".utf8))
  exit(2)
}
