/// The digests by which the policy of a page allows its own script and style; `make page` writes them.
enum PageDigests {
  static let script = "sha256-qdz8Zi8+gSVyUV1yXPk/XN3nsDgKXg6cBg3vLPN7ol8="
  static let style = "sha256-TOmLDXMoxX8Gxcc1PR+297wyTR7J07JpqgNN+hJtrho="
}
