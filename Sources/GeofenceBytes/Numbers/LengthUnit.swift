package enum LengthUnit: String, CaseIterable, Sendable {
  case metres = "m"
  case kilometres = "km"
  case feet = "ft"
  case miles = "mi"

  package var inMetres: Double {
    switch self {
    case .metres: 1
    case .kilometres: 1000
    case .feet: 0.3048
    case .miles: 1609.344
    }
  }

  /// Returns a length of `metres`, not negative, such as `402 m`; below ten with two decimals.
  package func text(_ metres: Double) -> String {
    let length = metres / inMetres
    let scale = length >= 10 ? 1.0 : 100
    return "\(((length * scale).rounded() / scale).plain) \(rawValue)"
  }
}
