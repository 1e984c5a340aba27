/// The digests by which the policy of a page allows its own script and style; `make page` writes them.
enum PageDigests {
  static let script = "sha256-w5KjHlMmgV0hs8uUp/tb17R2lzQ2/2psME0eCCuDcSg="
  static let style = "sha256-nLF5+lgwqWi0Q27Sa3YY5AV59FKeVWYDnKo0YaUqPRA="
}
