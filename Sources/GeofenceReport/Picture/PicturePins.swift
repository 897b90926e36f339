import GeofenceCore
import GeofenceFormats

/// The pins of events and losses on the map; where some coincide, a loss stands for all.
struct PicturePins {
  private struct Pin {
    let pixel: MapFrame.Pixel
    /// The text of the pin, which is made for drawn pins alone.
    let text: () -> String
  }

  private let report: Report
  private let frame: MapFrame
  private var taken: Set<[Int]> = []
  private(set) var text = ""

  /// Creates the pins of a report.
  ///
  /// - Parameters:
  ///   - report: the report to draw.
  ///   - frame: the frame of the map.
  ///   - lines: the lines of the devices, one for each device of the report.
  init(_ report: Report, _ frame: MapFrame, _ lines: [PictureLine]) {
    (self.report, self.frame) = (report, frame)
    let devices = Array(zip(report.devices, lines))
    let missed = group(.missed, "✕", lines.enumerated().flatMap { losses(ofDevice: $0, on: $1) })
    let enters = group(.enters, "▼", devices.flatMap { events(named: .enter, of: $0, on: $1) })
    let exits = group(.exits, "▲", devices.flatMap { events(named: .exit, of: $0, on: $1) })
    // The most important pins are drawn last, on top of the others.
    text = enters + exits + missed
  }

  private mutating func group(_ group: PictureGroup, _ sign: String, _ pins: [Pin]) -> String {
    var shown: [String] = []
    for pin in pins where frame.contains(pin.pixel) {
      let (x, y) = (pin.pixel.x, pin.pixel.y)
      guard taken.insert([Int(x / 11), Int(y / 11)]).inserted else { continue }
      shown.append(
        "<text x=\"\(x.fixed(1))\" y=\"\(y.fixed(1))\">\(sign)"
          + "<title>\(XMLText.escaped(pin.text()))</title></text>")
    }
    return group.text(shown.reversed())
  }

  private func losses(ofDevice device: Int, on line: PictureLine) -> [Pin] {
    report.crossings(ofDevice: device).compactMap { [report] crossing in
      crossing.loss.map { loss in
        Pin(pixel: line.pixel(at: crossing.time)) {
          "\(report.clock.text(crossing.time)) \(crossing.name.rawValue) "
            + "\(report.name(of: crossing.region)) lost: "
            + LossExplanation(cause: loss.cause, settings: report.settings).label
        }
      }
    }
  }

  private func events(
    named name: AuditedCrossing.Name, of device: DeviceRecord, on line: PictureLine
  ) -> [Pin] {
    device.events.compactMap { [report] event in
      guard case .crossing(let crossing) = event.kind, (crossing.name == .exit) == (name == .exit)
      else { return nil }
      return Pin(pixel: line.pixel(at: event.time)) {
        "\(report.clock.text(event.time)) \(name.rawValue) "
          + report.name(of: crossing.region.identifier)
      }
    }
  }
}
