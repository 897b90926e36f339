/// The room that is left in a page for rows of each kind.
package struct PageRoom {
  /// The number of events that fit.
  let rows: Int
  private var left: [(kind: String, limit: Int, count: Int)]

  /// - Parameter approaches: the number of regions that no device was in, the nearest of which are kept.
  package init(rows: Int = .max, losses: Int = .max, approaches: Int = .max) {
    self.rows = rows
    left =
      ["events", "reselections", "registrations", "stays", "location updates"].map {
        ($0, rows, 0)
      }
      + ["losses", "late deliveries", "undecided crossings", "differences"].map { ($0, losses, 0) }
      + [("regions that were never entered", approaches, 0)]
  }

  package mutating func take(_ kind: String) -> Bool {
    guard let index = left.firstIndex(where: { $0.kind == kind }) else { return true }
    left[index].count += 1
    return left[index].count <= left[index].limit
  }

  /// The sentences about the rows that did not fit.
  package var omissions: [String] {
    left.filter { $0.count > $0.limit }.map {
      "\($0.limit) of \($0.count) \($0.kind) are shown; the numbers in the head count all of them."
    }
  }
}
