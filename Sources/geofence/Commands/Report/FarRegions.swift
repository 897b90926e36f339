import GeofenceBytes
import GeofenceCore
import GeofenceInputs
import GeofenceReport
import GeofenceWriting

/// The few regions, likely mistakes, that lie far from every track, while most are near.
struct FarRegions {
  private let names: [RegionIdentifier]
  private let nearest: Double

  /// Finds the regions farther away than `Vicinity.reach`; `nil` if several are more than one in
  /// ten.
  init?(_ audit: AuditReport) {
    let far = audit.approaches.filter { $0.value.distance > Vicinity.reach }
      .sorted { ($0.value.distance, $0.key) < ($1.value.distance, $1.key) }
    guard let first = far.first, far.count < audit.names.count,
      far.count <= max(1, audit.names.count / 10)
    else { return nil }
    names = far.map { audit.names[$0.key] }
    nearest = first.value.distance
  }

  var doubt: Doubt {
    let shown = names.prefix(3).map(\.rawValue).joined(separator: ", ")
    let others = names.count > 3 ? " and \(names.count - 3) more" : ""
    let verb = names.count == 1 ? "lies" : "lie"
    return Doubt(
      .warning,
      InputError(
        source: "regions",
        problem: "\(shown)\(others) \(verb) \(nearest.spokenMetres) or more from every fix",
        help: "are latitude and longitude swapped there?"))
  }
}
