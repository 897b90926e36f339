import GeofenceCore

extension TrackPoint {
  /// What came of an element's text.
  enum Taking { case done, unreadableTime }

  /// Takes the text of an element that belongs to this point; where an element comes twice, the
  /// first that can be read serves.
  @inline(__always)
  mutating func take(_ element: GPXElement, _ text: Span<UInt8>) -> Taking {
    switch element {
    case .time:
      guard time == .missing else { break }
      if let time = Timestamp(bytes: text) {
        self.time = .at(time)
      } else if !text.trimmed.isEmpty {
        time = .unreadable
        return .unreadableTime
      }
    case .elevation: if altitude.isNaN { altitude = Double(decimal: text) ?? .nan }
    case .speed: if speed.isNaN { speed = Double(decimal: text) ?? .nan }
    case .course: if course.isNaN { course = Double(decimal: text) ?? .nan }
    case .accuracy: if accuracy.isNaN { accuracy = Double(decimal: text) ?? .nan }
    case .root, .point, .other: break
    }
    return .done
  }
}
