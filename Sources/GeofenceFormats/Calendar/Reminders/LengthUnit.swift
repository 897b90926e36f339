/// A unit of length, as people choose one.
public enum LengthUnit: String, CaseIterable, Sendable {
  case metres = "m"
  case kilometres = "km"
  case feet = "ft"
  case miles = "mi"

  public var inMetres: Double {
    switch self {
    case .metres: 1
    case .kilometres: 1000
    case .feet: 0.3048
    case .miles: 1609.344
    }
  }

  /// A length for reading: `402 m`, `0.25 mi`; shorter ones with more digits.
  ///
  /// - Parameter metres: 0 or more.
  func text(_ metres: Double) -> String {
    let length = metres / inMetres
    let scale = length >= 10 ? 1.0 : 100
    return "\(((length * scale).rounded() / scale).plain) \(rawValue)"
  }
}
