/// Who hears of a change of state, and what waits until the app can hear of it.
///
/// Monitoring is the system's, delivery the app's: under `CLMonitor` the latest state of each
/// condition waits for the app, under `CLLocationManager` it is lost. Our assumption.
struct Delivery: Sendable {
  /// News that the app has not been told.
  struct News: Hashable, Sendable {
    let state: RegionState
    /// `nil` for a first determination.
    let crossedAt: Timestamp?
    /// When it would have been delivered.
    let since: Timestamp
  }

  var waiting: [RegionIdentifier: News] = [:]

  mutating func keep(_ news: News, of identifier: RegionIdentifier) { waiting[identifier] = news }

  mutating func forget(_ identifier: RegionIdentifier) {
    if !waiting.isEmpty { waiting[identifier] = nil }
  }

  /// Everything that waits, in the order of delivery: exits first, each kind by identifier.
  mutating func takeAll() -> [(identifier: RegionIdentifier, news: News)] {
    defer { waiting = [:] }
    return waiting.map { (identifier: $0.key, news: $0.value) }.sorted {
      if $0.news.state != $1.news.state { return $0.news.state == .unsatisfied }
      return $0.identifier < $1.identifier
    }
  }
}
