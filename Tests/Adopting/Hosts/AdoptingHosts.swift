import AdoptingApps
import AdoptingReSwift
import Foundation
import RecorderHost

/// The hosts of docs/adopting/ in one program, which is linked to as each of them.
@main struct AdoptingHosts {
  static func main() {
    switch CommandLine.arguments.first.map({ URL(filePath: $0).lastPathComponent }) {
    case "basket-host": runBasketHost()
    case "news-host": runNewsHost()
    case "search-host": runSearchHost()
    case "cat-host": runCatHost()
    case "toast-host": runToastHost()
    case "product-host": runProductHost()
    case "cart-host": runCartHost()
    case "reader-host": exit(readerHost.run())
    case "plain-reader-host": exit(plainReaderHost.run())
    default: exit(2)
    }
  }
}

private func runCartHost() {
  exit(runAppHost())
}

private func runBasketHost() {
  exit(basketHost.run())
}

private func runNewsHost() {
  exit(newsHost.run())
}

private func runSearchHost() {
  exit(TCA.searchHost.run())
}

private func runCatHost() {
  exit(catHost.run())
}
