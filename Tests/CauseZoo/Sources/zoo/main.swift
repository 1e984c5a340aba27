import Foundation
import ZooKit

exit(try run(Array(CommandLine.arguments.dropFirst()), of: .today))
