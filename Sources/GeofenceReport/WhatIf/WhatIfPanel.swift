import EmbeddedFiles
import GeofenceBytes
import GeofenceCore
import GeofenceEngine

/// The panel "What if" of a page: the engine, what it is asked about, and the controls with their words.
final class WhatIfPanel {
  private let report: Report
  private let positioning: Positioning?
  /// The settings of each interface.
  private let interfaces: [Settings]

  /// - Returns: `nil` where the report offers none, or a part of the fixes was not kept.
  init?(_ report: Report) {
    guard case .offered(let positioning, let interfaces) = report.whatIf, !report.regions.isEmpty,
      report.devices.count == ReportDocument.records(report, .max).count,
      report.devices.allSatisfy({ $0.given.count == $0.fixes })
    else { return nil }
    (self.report, self.positioning, self.interfaces) = (report, positioning, interfaces)
  }

  /// An engine as it is packed, in base 64.
  static func packed(_ file: embedded_file) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(file.count / 3 * 4 + 4)
    text.append(base64: UnsafeBufferPointer(start: file.bytes, count: file.count))
    while text.count % 4 > 0 { text.append(UInt8(ascii: "=")) }
    return String(decoding: text, as: UTF8.self)
  }

  var json: String {
    let members =
      Self.members(report.runs.map(\.settings), interfaces, positioning) + [
        ("regions", regions), ("devices", report.devices.map(Self.json)),
        ("command", report.command?.shellWords), ("file", report.command?.settingsWords),
        ("refused", API.allCases.map { report.command?.refused[$0]?.sorted() ?? [] }),
        // A sentence begins with the conditions, and has no full stop behind them.
        ("conditions", Conclusion.conditions(of: report).map { String($0.sentence.dropLast()) }),
        ("doubt", Doubt.sentence(on: report.doubts)),
      ]
    return JSONValue(members).text.replacing("<", with: "\\u003c")
  }

  /// The panel of a page that has no drive yet.
  static func frame(_ settings: Settings) -> JSONValue {
    JSONValue(members([settings], API.allCases.map { Settings($0) }, nil))
  }

  /// What does not depend on a drive.
  private static func members(
    _ runs: [Settings], _ interfaces: [Settings], _ positioning: Positioning?
  ) -> [(String, (any JSONConvertible)?)] {
    [
      ("controls", controls), ("settings", EngineSettings.names), ("runs", runs.map(json)),
      ("interfaces", interfaces.map(json)), ("limits", API.allCases.map(\.rules.limit)),
      ("foreign", API.allCases.map(foreign)),
      ("positioning", EngineMessage.numbers(of: positioning)),
      (
        "outcomes",
        [
          "inTime": "in time", "early": "early", "late": "late", "missed": "missed",
          "undecidable": "undecidable", "filtered": "jitter", "waits": "waits for its date",
          "none": "does not happen",
        ] as JSONValue
      ),
    ]
  }

  // MARK: what it is asked about

  private static func json(_ settings: Settings) -> JSONValue {
    .list(EngineSettings(settings).numbers.map { $0.isNaN ? .null : .number($0) })
  }

  /// The given regions; in a page they are rounded.
  private var regions: JSONValue {
    let regions = report.regions
    let places = Dictionary(
      uniqueKeysWithValues: regions.asGiven.enumerated().map { ($1.identifier, $0) })
    return [
      // An app that does not know of the limit registers them in the order of their file.
      "order": regions.compactMap { places[$0.identifier] },
      "identifier": regions.map(\.identifier.rawValue),
      "name": JSONValue(column: regions.map(\.name)),
      "latitude": regions.map(\.center.latitude), "longitude": regions.map(\.center.longitude),
      "radius": regions.map(\.radius),
      "flags": regions.map { ($0.notifyOnEntry ? 1 : 0) + ($0.notifyOnExit ? 2 : 0) },
      "rings": JSONValue(
        column: regions.map { region in
          region.shape.map { shape in
            shape.rings.map { ring in ring.flatMap { [$0.latitude, $0.longitude] } }
          }
        }),
    ]
  }

  /// Returns the fixes as columns: times in milliseconds since 1970 and degrees in so many decimals,
  /// each but the first as the difference to the one before; degrees that have more digits as they are.
  private static func json(_ device: DeviceRecord) -> JSONValue {
    let fixes = device.given
    let degrees = [fixes.map(\.coordinate.latitude), fixes.map(\.coordinate.longitude)]
    let digits = (5...12).first { digits in degrees.joined().allSatisfy { $0.isDecimal(digits) } }
    let columns = degrees.map { column -> JSONValue in
      guard let digits else { return .list(column.map { .number($0) }) }
      return column.map { Int64(($0 * .powerOfTen(digits)).rounded()) }.steps().json
    }
    let hasAccuracies = fixes.contains { $0.horizontalAccuracy != nil }
    return [
      "name": device.name, "time": fixes.map(\.time.milliseconds).steps(),
      "digits": digits, "latitude": columns[0], "longitude": columns[1],
      "accuracy": hasAccuracies ? fixes.map { $0.horizontalAccuracy ?? -1 } : nil,
    ]
  }

  /// Returns the options that an interface does not have.
  private static func foreign(_ api: API) -> [String] {
    api.rules.crossing.overlap == nil
      ? ["overlap", "initial-trigger", "loitering", "responsiveness", "expire", "reregister"]
      : [
        "cushion", "cushion-in", "dwell", "dwell-out", "dwell-from", "ignore-accuracy", "platform",
      ]
  }

  // MARK: the controls

  /// The names of what can be changed.
  static let changeable: Set<String> = Set(
    controls.compactMap { control in
      guard case .object(let members) = control,
        case .text(let name)? = members.first(where: { $0.key == "name" })?.value
      else { return nil }
      return name
    })

  /// What can be changed, each by the option that does it on the command line.
  private static let controls: [JSONValue] = [
    [
      "name": "api", "label": "Interface",
      "choices": API.allCases.map { ["value": $0.rawValue, "label": $0.rules.name] as JSONValue },
    ],
    [
      "name": "reselect-on", "label": "Reselect on",
      "flags": Triggers.named.map { [$0.name, Int($0.option.rawValue)] as [any JSONConvertible] }
        .map { JSONValue.list($0.map(\.json)) }, "none": Triggers.noneName,
    ],
    [
      "name": "rank", "label": "Nearest by",
      "choices": Ranking.allCases.map {
        ["value": $0.rawValue, "label": $0.rawValue] as JSONValue
      },
    ],
    ["name": "limit", "label": "Regions at a time", "least": 1],
    ["name": "dwell", "label": "Time on the new side", "unit": "s", "scale": 1000, "least": 0],
    ["name": "cushion", "label": "Way past the boundary", "unit": "m", "least": 0],
    ["name": "min-radius", "label": "Smallest circle", "unit": "m", "least": 0],
  ]
}

extension Double {
  static func powerOfTen(_ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }

  /// Returns whether a whole number divided by a power of ten is exactly this one.
  fileprivate func isDecimal(_ digits: Int) -> Bool {
    let power = Self.powerOfTen(digits)
    return (self * power).rounded() / power == self
  }
}

extension JSONValue {
  /// Creates a column with `null` for what is missing; `nil` where everything is.
  fileprivate init?(column values: [(any JSONConvertible)?]) {
    guard values.contains(where: { $0 != nil }) else { return nil }
    self = .list(values.map { $0?.json ?? .null })
  }
}
