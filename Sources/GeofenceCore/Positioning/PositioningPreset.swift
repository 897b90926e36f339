/// A named positioning model with the sources of its numbers.
public struct PositioningPreset: Sendable {
  public let name: String
  public let model: PositioningModel
  /// The meaning and the source of each number.
  public let sources: [Source]

  /// A number of the model and the publication, observation or assumption that it rests on.
  public struct Source: Sendable {
    public let what: String
    public let source: String
  }

  public static let all = [gps, wifi, cell, phone]
}
