/// A positioning model with a name, and where its numbers come from.
public struct PositioningPreset: Sendable {
  public let name: String
  public let model: PositioningModel
  /// Of each number what it is, and what it rests on.
  public let sources: [Source]

  public struct Source: Sendable {
    public let what: String
    public let source: String
  }

  public static let all = [gps, wifi, cell, phone]
}
