extension SimulationSnapshot.Circle {
  init(_ region: CircularRegion) {
    self.init(
      identifier: region.identifier.rawValue, latitude: region.center.latitude,
      longitude: region.center.longitude, radius: region.radius,
      notifyOnEntry: region.notifyOnEntry, notifyOnExit: region.notifyOnExit)
  }

  var region: CircularRegion {
    CircularRegion(
      identifier: RegionIdentifier(identifier),
      center: Coordinate(latitude: latitude, longitude: longitude), radius: radius,
      notifyOnEntry: notifyOnEntry, notifyOnExit: notifyOnExit)
  }
}

extension SimulationSnapshot.Record {
  init(_ crossing: Crossing) {
    self.init(
      state: crossing.state, crossedAt: crossing.pending?.since.milliseconds,
      isDeepEnough: crossing.pending?.isDeepEnough)
  }

  var crossing: Crossing {
    Crossing(
      state,
      pending: crossedAt.map {
        .init(since: Timestamp(milliseconds: $0), isDeepEnough: isDeepEnough ?? false)
      })
  }
}

extension SimulationSnapshot.News {
  init(_ news: Delivery.News) {
    self.init(
      state: news.state, crossedAt: news.crossedAt?.milliseconds, since: news.since.milliseconds)
  }

  var news: Delivery.News {
    Delivery.News(
      state: state, crossedAt: crossedAt.map { Timestamp(milliseconds: $0) },
      since: Timestamp(milliseconds: since))
  }
}

extension SimulationSnapshot.Change {
  init?(_ action: DeviceAction) {
    switch action {
    case .add(let region): self.init(add: .init(region))
    case .remove(let identifier): self.init(remove: identifier.rawValue)
    default: return nil
    }
  }

  var action: DeviceAction? {
    add.map { .add($0.region) } ?? remove.map { .remove(RegionIdentifier($0)) }
  }
}

extension Selection {
  /// Goes on with what `snapshot` says of the selection.
  mutating func resume(from snapshot: SimulationSnapshot) throws(SnapshotMismatch) {
    if let circles = snapshot.regions {
      guard let set = try? RegionSet(circles.map(\.region)) else {
        throw SnapshotMismatch(region: circles.first?.identifier ?? "")
      }
      adopt(RegionCatalog(set, maximumRadius: settings.maximumRadius), without: nil)
    }
    let registered = try snapshot.records.map { record throws(SnapshotMismatch) in
      guard let position = catalog.position(of: RegionIdentifier(record.region)) else {
        throw SnapshotMismatch(region: record.region)
      }
      return position
    }
    restore(
      registered: registered.sorted(),
      told: Dictionary(
        snapshot.told.map { (RegionIdentifier($0.region), $0.value) }, uniquingKeysWith: { $1 }),
      sentinel: snapshot.sentinel.map {
        sentinel(
          around: Coordinate(latitude: $0.latitude, longitude: $0.longitude), $0.record.crossing)
      },
      lastChange: snapshot.significantChange.map {
        .init(
          place: Coordinate(latitude: $0.latitude, longitude: $0.longitude),
          time: Timestamp(milliseconds: $0.time))
      }, snapshot)
  }
}
