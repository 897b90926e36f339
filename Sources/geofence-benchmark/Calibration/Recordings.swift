import Foundation
import GeofenceCore

/// Logs of phones carried together (MobilityNet): e-mission's entries, `PHONE/TIMELINE/KEY`.
struct Recordings {
  struct Phone {
    let name: String
    var fixes: [Fix] = []
    var transitions: [(time: Timestamp, name: String, waits: Bool)] = []

    var isApple: Bool { name.contains("ios") }
  }

  private(set) var phones: [Phone] = []

  init(_ folder: String) throws {
    let root = URL(fileURLWithPath: folder)
    let keys = ["statemachine~transition", "background~location", "background~filtered_location"]
    let files = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String }
    var logs: [String: Phone] = [:]
    for path in (files ?? []).sorted() {
      let parts = path.split(separator: "/").map(String.init).suffix(4)
      guard parts.count == 4, let phone = parts.first, keys.contains(Array(parts)[2]) else {
        continue
      }
      let data = try Data(contentsOf: root.appendingPathComponent(path))
      for entry in try JSONDecoder().decode([Entry].self, from: data) {
        logs[phone, default: Phone(name: phone)].add(entry.data)
      }
    }
    guard !logs.isEmpty else {
      throw Failure("\(folder): no logs in folders PHONE/TIMELINE/statemachine~transition")
    }
    phones = logs.values.sorted { $0.name < $1.name }.map(\.sorted)
  }

  /// The fixes of at most 30 m that any of the phones logged: where all of them were.
  var path: [Fix] {
    phones.flatMap(\.fixes).filter { $0.horizontalAccuracy ?? .infinity <= 30 }
      .sorted { ($0.time, $0.horizontalAccuracy ?? 0) < ($1.time, $1.horizontalAccuracy ?? 0) }
  }

  fileprivate struct Entry: Decodable {
    struct Values: Decodable {
      let ts: Double
      let latitude: Double?
      let longitude: Double?
      let accuracy: Double?
      let transition: String?
      let currState: String?
    }
    let data: Values
  }
}

extension Recordings.Phone {
  fileprivate mutating func add(_ values: Recordings.Entry.Values) {
    let time = Timestamp(milliseconds: Int64((values.ts * 1000).rounded()))
    if let transition = values.transition {
      // A phone on a trip may be told of a circle that it had before.
      let waits = values.currState?.lowercased().hasSuffix("waiting_for_trip_start") ?? false
      transitions.append((time, transition, waits))
    }
    guard let latitude = values.latitude, let longitude = values.longitude else { return }
    var fix = Fix(time: time, coordinate: Coordinate(latitude: latitude, longitude: longitude))
    fix.horizontalAccuracy = values.accuracy
    fixes.append(fix)
  }

  fileprivate var sorted: Self {
    var phone = self
    phone.fixes.sort { $0.time < $1.time }
    phone.transitions.sort { $0.time < $1.time }
    return phone
  }
}
