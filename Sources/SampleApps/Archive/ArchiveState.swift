import Foundation

/// The archive screen: what was searched for, and what was found.
struct ArchiveState: Codable, Equatable, Sendable {
  var isLoading = false
  var isError = false
  var inputText = ""
  var selectedCategory = ""
  var archiveCellViewObjects: [ArchiveCellViewObject] = []
}

/// A scene as a cell shows it.
struct ArchiveCellViewObject: Codable, Equatable, Sendable {
  let id: Int
  let photoUrl: URL?
  let category: String
  let dishName: String
  let shopName: String
  let introduction: String
  var isStored: Bool

  init(_ scene: ArchiveSceneEntity, isStored: Bool) {
    id = scene.id
    photoUrl = URL(string: scene.photoUrl)
    category = scene.category
    dishName = scene.dishName
    shopName = scene.shopName
    introduction = scene.introduction
    self.isStored = isStored
  }

  /// The scene that the cell shows.
  var scene: ArchiveSceneEntity {
    ArchiveSceneEntity(
      id: id, photoUrl: photoUrl?.absoluteString ?? "", category: category, dishName: dishName,
      shopName: shopName, introduction: introduction)
  }
}

/// A scene as the server sends it, and as it is stored.
struct ArchiveSceneEntity: Codable, Equatable, Sendable {
  let id: Int
  let photoUrl: String
  let category: String
  let dishName: String
  let shopName: String
  let introduction: String
}
