/// A named positioning model with the sources of its numbers.
package struct PositioningPreset: Sendable {
  package let name: String
  package let model: PositioningModel
  /// The meaning and the source of each number.
  package let sources: [Source]

  /// A number of the model and the publication, observation or assumption that it rests on.
  package struct Source: Sendable {
    package let what: String
    package let source: String
  }

  package static let all = [gps, wifi, cell, phone, android]
}
