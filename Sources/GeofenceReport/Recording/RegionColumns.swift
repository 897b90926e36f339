import GeofenceBytes
import GeofenceCore
import GeofenceEngine

/// The circles of the tracks' whole time as columns, each with its position.
package struct RegionColumns {
  /// A circle with what people call it, where that is not its identifier, and why nothing is expected of
  /// it although a device was in it, where that holds.
  package typealias Row = (region: CircularRegion, name: String?, note: String?)

  private let rows: [Row]
  private(set) var positions: [CircularRegion: Int] = [:]
  /// The positions of the first circle of each region.
  private(set) var first: [RegionIdentifier: Int] = [:]

  package var identifiers: [RegionIdentifier] { rows.map { $0.region.identifier } }

  package init(_ rows: [Row]) {
    self.rows = rows
    for (position, row) in rows.enumerated() {
      positions[row.region] = position
      if first[row.region.identifier] == nil { first[row.region.identifier] = position }
    }
  }

  /// The columns as JSON; places and radii on the plane in decimetres, and null where that ends.
  package func json(on plane: StereographicProjection) -> String {
    let circles = rows.map {
      plane.project(circleAround: $0.region.center, radius: $0.region.radius)
    }
    func text(_ value: (Row) -> String?) -> String? {
      Self.column(rows.map { row in value(row).map { $0.jsonText } })
    }
    func decimetres(_ value: (StereographicProjection.Circle) -> Double) -> String {
      EngineJSON.list(circles.map { $0.map { "\(value($0).decimetres)" } ?? "null" })
    }
    return EngineJSON.object([
      ("identifier", text { $0.region.identifier.rawValue.steeringNothing }),
      ("name", text { $0.name }), ("note", text { $0.note }), ("radius", decimetres { $0.radius }),
      // The corners of each ring: x, y, x, and so on.
      ("shape", Self.column(rows.map { $0.region.shape.map { Self.json($0, plane) } })),
      ("size", text { $0.region.radius.spokenMetres }),
      ("x", decimetres { $0.center.x }), ("y", decimetres { $0.center.y }),
    ])
  }

  /// A column with null for what is missing; `nil` where everything is, but for a page without any.
  private static func column(_ values: [String?]) -> String? {
    guard values.isEmpty || values.contains(where: { $0 != nil }) else { return nil }
    return EngineJSON.list(values.map { $0 ?? "null" })
  }

  private static func json(_ shape: RegionShape, _ plane: StereographicProjection) -> String {
    EngineJSON.list(
      shape.rings.map { ring in
        EngineJSON.list(
          ring.flatMap { corner -> [Int64] in
            let point = plane.project(corner)
            return [point.x.decimetres, point.y.decimetres]
          })
      })
  }
}

extension StereographicProjection {
  /// The projection for a page: the centre, which the engine projects around, and the numbers from which
  /// the page computes the place of a point of the plane.
  package var json: String {
    EngineJSON.object([
      ("bend", "\(bend)"), ("center", EngineJSON.list([center.latitude, center.longitude])),
      ("directions", EngineJSON.list(directions.map { EngineJSON.list($0) })),
      ("latitudes", EngineJSON.list(Self.latitudes)),
    ])
  }
}

extension Double {
  /// These metres in whole tenths of one.
  package var decimetres: Int64 { Int64((self * 10).rounded()) }
}

extension [Int64] {
  /// Each number as the difference to the one before.
  package func steps(from start: Int64 = 0) -> [Int64] {
    zip(self, [start] + self).map { $0 - $1 }
  }
}
