import GeofenceCore
import GeofenceFormats

/// The sections of a page that need neither scripts nor styles, as HTML.
///
/// They are the head, every loss with its reason, the regions, and the settings.
struct ReportSections {
  let report: Report
  let document: ReportDocument
  private let isOneDay: Bool

  init(_ report: Report, _ document: ReportDocument) {
    (self.report, self.document) = (report, document)
    isOneDay = report.audit.input.times.map(report.clock.isOneDay) ?? true
  }

  var facts: String {
    document.facts.map { "\(Self.escaped($0.name)) \(Self.escaped($0.value))" }
      .joined(separator: " · ")
  }

  var settings: String {
    document.settings.map {
      "<dt>\(Self.escaped($0.name))</dt> <dd>\(Self.escaped($0.value))</dd>"
    }.joined(separator: "\n")
  }

  var assumptions: String {
    document.assumptions.map { "<li>\(Self.escaped($0))</li>" }.joined(separator: "\n")
  }

  // MARK: losses

  /// The losses with their causes' meanings, the advice, and the differences from expectations.
  var missed: String {
    let losses = document.devices.flatMap { device in device.losses.map { (device, $0) } }
    var cards = document.causes.map { cause in
      card(
        "\(counted(cause.count, "crossing")) lost: \(cause.label)", "bad",
        ["<p>\(Self.escaped(cause.meaning))</p>"]
          + list(
            losses.filter { $1.cause == cause.cause }.map { device, loss in
              item(
                "✕", "lost", device, loss.time, loss.name, loss.region,
                ([loss.text] + (loss.why.isEmpty ? [] : [loss.why])).joined(separator: ": "))
            }))
    }
    if let advice = document.advice, !cards.isEmpty {
      cards.append(
        card(
          advice.isEmpty ? "Nothing that was tried is better" : "What helps, tried one at a time",
          "plain", advice.map { "<p class=\"advice\">\(Self.escaped($0))</p>" }))
    }
    if cards.isEmpty {
      let isCrossed = document.devices.contains { !$0.stays.region.isEmpty }
      cards.append(
        card(
          "Nothing was missed", "good",
          [
            isCrossed
              ? "<p>Every crossing that the app asked for reached it.</p>"
              : "<p>The track crosses no region.</p>"
          ]))
    }
    let differences = document.devices.flatMap { device in device.differences.map { (device, $0) } }
    if !differences.isEmpty {
      cards.append(
        card(
          "\(differences.count) not as expected", "plain",
          list(
            differences.map { device, difference in
              item(
                "◆", "difference", device, difference.time, difference.name, difference.region,
                difference.text)
            })))
    }
    cards += document.omissions.map {
      card("Not everything is shown", "plain", ["<p>\(Self.escaped($0))</p>"])
    }
    return cards.joined(separator: "\n")
  }

  private func card(_ title: String, _ kind: String, _ parts: [String]) -> String {
    "<article class=\"card \(kind)\">\n<h3>\(Self.escaped(title))</h3>\n"
      + parts.joined(separator: "\n") + "\n</article>"
  }

  private func list(_ items: [String]) -> [String] {
    items.isEmpty ? [] : ["<ul>\n\(items.joined(separator: "\n"))\n</ul>"]
  }

  /// Returns a list item that links to its moment, to which the script moves the page.
  private func item(
    _ sign: String, _ kind: String, _ device: ReportDocument.Device, _ time: Int64, _ name: String,
    _ region: Int?, _ why: String
  ) -> String {
    let moment = Timestamp(milliseconds: device.start + time)
    let place = region.map { document.regions.identifier[$0] }
    let owner =
      document.devices.count > 1
      ? device.name.map { " <span>(\(Self.escaped($0)))</span>" } ?? "" : ""
    return "<li><a class=\"miss\" href=\"\(link(moment, place, device.name))\">"
      + "<b class=\"\(kind)\">\(sign)</b> <time datetime=\"\(moment.rfc3339)\">\(text(moment))</time> "
      + "\(Self.escaped(name)) <strong>\(Self.escaped(place ?? ""))</strong></a>\(owner) "
      + "<small>\(Self.escaped(why))</small></li>"
  }

  /// Returns the time of day, with the date where the tracks last beyond midnight.
  private func text(_ time: Timestamp) -> String {
    let text = report.clock.text(time)
    return isOneDay ? String(text.dropFirst(11)) : text.replacing("T", with: " ")
  }

  /// Returns the address of a moment within the page.
  private func link(_ time: Timestamp, _ region: String?, _ device: String?) -> String {
    var link = "#t=\(time.rfc3339)"
    if let region { link += "&amp;region=\(Self.percentEncoded(region))" }
    if document.devices.count > 1, let device {
      link += "&amp;device=\(Self.percentEncoded(device))"
    }
    return link
  }

  private static func escaped(_ text: String) -> String { XMLText.escaped(text) }

  static func percentEncoded(_ text: String) -> String {
    text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        String(UnicodeScalar(byte))
      case _ where "-_.~".utf8.contains(byte): String(UnicodeScalar(byte))
      default: (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }
}
