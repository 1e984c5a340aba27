import Foundation
import RecorderHost

// An app whose types are its own business: only the function that runs the host is public.

struct CartState: Codable, Equatable {
  var banners: [Banner] = []
}

enum CartAction: Codable {
  case show(Banner)
}

/// An entity that is only read, from a server that names its members otherwise.
struct Banner: Decodable, Equatable {
  let id: Int
  let bannerContents: String

  private enum Keys: String, CodingKey { case id, bannerContents = "banner_contents" }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    id = try container.decode(Int.self, forKey: .id)
    bannerContents = try container.decodeIfPresent(String.self, forKey: .bannerContents) ?? ""
  }
}

extension Banner: Encodable { private typealias CodingKeys = Keys }

func cartReducer(_ state: inout CartState, _ action: CartAction) {
  switch action {
  case .show(let banner): state.banners.append(banner)
  }
}

/// Serves standard input and output; the status to end the process with.
public func runAppHost() -> Int32 {
  ReducerHost<CartState, CartAction>(store: "cart", codec: .codable, reduce: cartReducer).run()
}
