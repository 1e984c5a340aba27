/// The digests by which the policy of a page allows its own script and style; `make page` writes them.
enum PageDigests {
  static let script = "sha256-5l88yppGN8NFk8W03FaY1jaLkc5D9tJic6cMQwpmtx8="
  static let style = "sha256-kC94G+Ol6XoJXObbZKCt56MNTs3za9nOmzDWHGGPdFU="
}
