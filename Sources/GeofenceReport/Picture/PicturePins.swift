import GeofenceBytes
import GeofenceCore
import GeofenceWriting

/// The pins of events and losses on the map; where some coincide, the heaviest stands for all.
struct PicturePins {
  /// The signs of the pins, the heaviest first.
  enum Sign: String, CaseIterable {
    case missed, madeUpEnter, madeUpExit, difference, phone, enter, exit

    var text: String {
      switch self {
      case .missed: "✕"
      case .madeUpEnter: "▽"
      case .madeUpExit: "△"
      case .difference: "◆"
      case .phone: "◇"
      case .enter: "▼"
      case .exit: "▲"
      }
    }

    var group: PictureGroup {
      switch self {
      case .missed: .pins("missed", .lost)
      case .madeUpEnter, .madeUpExit: .pins("false", .madeUp)
      case .difference: .pins("difference", .difference)
      case .phone: .pins("phone", .phone)
      case .enter: .pins("enter", .enter)
      case .exit: .pins("exit", .exit)
      }
    }
  }

  /// The distance in pixels within which a label of a cause stands for several pins.
  private static let neighbourhood = 150.0

  private struct Pin {
    var pixel: MapFrame.Pixel
    let sign: Sign
    /// The text of the pin, which is made for drawn pins alone.
    let text: () -> String
    var cause: String?
    var interfaces: [PictureInterface] = []
    /// A Boolean value that indicates whether it is of another interface than the run that is drawn.
    var isOther = false

    func marked(by interface: PictureInterface?, isOther: Bool = false) -> Pin {
      var pin = self
      pin.interfaces = [interface].compactMap(\.self)
      pin.isOther = isOther
      return pin
    }
  }

  private let run: ReportedRun
  private let frame: MapFrame
  /// The pins that are shown, by the cells of the map.
  private var taken: [[Int]: (sign: Sign, position: Int)] = [:]
  private(set) var counts: [Sign: Int] = [:]
  private(set) var text = ""
  private var shown: [Sign: [Pin]] = [:]

  init(
    _ run: ReportedRun, _ frame: MapFrame, _ lines: [PictureLine], _ placer: inout LabelPlacer
  ) {
    (self.run, self.frame) = (run, frame)
    var pins: [Sign: [Pin]] = [:]
    let interfaces = PictureInterface.all(of: run.report)
    let own = interfaces.first { $0.api == run.settings.api }
    for (number, line) in lines.enumerated() {
      pins[.missed, default: []] += losses(ofDevice: number, on: line).map { $0.marked(by: own) }
      pins[.phone, default: []] += phoneEvents(ofDevice: number, on: line)
      for pin in events(of: run.devices[number], on: line) {
        pins[pin.sign, default: []].append(pin.marked(by: own))
      }
      for other in interfaces where other.api != run.settings.api {
        for pin in events(of: other.run.devices[number], on: line) {
          pins[pin.sign, default: []].append(pin.marked(by: other, isOther: true))
        }
      }
    }
    pins[.difference] = (run.unexpected?.moments ?? []).map { difference($0, lines) }
    for sign in Sign.allCases {
      counts[sign] = pins[sign]?.count
      for pin in pins[sign] ?? [] where frame.contains(pin.pixel) { show(pin, &placer) }
    }
    // The heaviest are drawn last, on top of the others.
    text = Sign.allCases.reversed().map { sign in
      sign.group.text((shown[sign] ?? []).reversed().map { element($0) })
    }.joined()
  }

  /// Shows a pin where there is none; an equal one of another interface bears the marks of both, and
  /// an unequal one stands beside it.
  private mutating func show(_ pin: Pin, _ placer: inout LabelPlacer) {
    let cell = [Int(pin.pixel.x / 11), Int(pin.pixel.y / 11)]
    guard let (sign, position) = taken[cell] else {
      taken[cell] = (pin.sign, shown[pin.sign, default: []].count)
      shown[pin.sign, default: []].append(pin)
      return placer.take(around: pin.pixel, size: 7)
    }
    guard sign == pin.sign, var other = shown[sign]?[position] else {
      guard pin.isOther else { return }
      var beside = pin
      beside.pixel = MapFrame.Pixel(x: pin.pixel.x + 15, y: pin.pixel.y)
      beside.isOther = false
      return show(beside, &placer)
    }
    let known = other.interfaces.map(\.mark)
    other.interfaces += pin.interfaces.filter { !known.contains($0.mark) }
    shown[sign]?[position] = other
  }

  private func element(_ pin: Pin) -> String {
    let (x, y) = (pin.pixel.x, pin.pixel.y)
    let names = pin.interfaces.map(\.name)
    let title = pin.text() + (names.isEmpty ? "" : " (\(names.joinedInSentence()))")
    return "<text x=\"\(x.fixed(1))\" y=\"\(y.fixed(1))\">\(pin.sign.text)"
      + "<title>\(XMLText.escaped(title))</title></text>"
  }

  var marks: String {
    let pins = Sign.allCases.flatMap { shown[$0] ?? [] }.filter { !$0.interfaces.isEmpty }
    return PictureGroup.marks.text(
      pins.map { pin in
        let mark = pin.interfaces.map(\.mark).joined()
        return "<text x=\"\((pin.pixel.x + 6).fixed(1))\" y=\"\((pin.pixel.y + 7).fixed(1))\">"
          + "\(XMLText.escaped(mark))</text>"
      })
  }

  func causes(_ placer: inout LabelPlacer) -> String {
    let losses = shown[.missed] ?? []
    guard losses.count <= 24 else { return "" }
    var labelled: [String: MapFrame.Pixel] = [:]
    return PictureGroup.causes.text(
      losses.compactMap { pin in
        guard let cause = pin.cause else { return nil }
        // One label stands for the neighbours with the same cause.
        if let last = labelled[cause],
          (last.x - pin.pixel.x).magnitude + (last.y - pin.pixel.y).magnitude < Self.neighbourhood
        {
          return nil
        }
        labelled[cause] = pin.pixel
        let size = (width: Double(cause.count) * 5.6 + 2, height: 12.0)
        return placer.place(size, around: pin.pixel, radius: 6).map { corner in
          "<text x=\"\((corner.x + 1).fixed(1))\" y=\"\((corner.y + 10).fixed(1))\">"
            + "\(XMLText.escaped(cause))</text>"
        }
      })
  }

  private func losses(ofDevice device: Int, on line: PictureLine) -> [Pin] {
    run.crossings(ofDevice: device).compactMap { [run] crossing in
      crossing.loss.map { loss in
        let label = loss.cause.words(run.settings).label
        return Pin(
          pixel: line.pixel(at: crossing.time), sign: .missed,
          text: {
            "\(run.report.times.moment(crossing.time)) \(crossing.name.rawValue) "
              + "\(run.report.label(of: crossing.region).text) missed: \(label)"
          }, cause: label)
      }
    }
  }

  private func events(of device: DeviceRecord, on line: PictureLine) -> [Pin] {
    let made = Set(device.falseEvents.map(\.event))
    return device.events.enumerated().compactMap { [run] position, event in
      guard case .crossing(let told) = event.kind else { return nil }
      let isExit = told.name == .exit
      let isFalse = made.contains(position)
      let sign: Sign = isFalse ? (isExit ? .madeUpExit : .madeUpEnter) : isExit ? .exit : .enter
      return Pin(pixel: line.pixel(at: event.time), sign: sign) {
        "\(run.report.times.moment(event.time)) \(isExit ? "exit" : "enter") "
          + run.report.label(of: told.region.identifier).text
          + (isFalse ? " without a crossing" : "")
      }
    }
  }

  private func phoneEvents(ofDevice device: Int, on line: PictureLine) -> [Pin] {
    (run.report.phone?.marks(ofDevice: device) ?? []).map { [run] mark in
      Pin(pixel: line.pixel(at: mark.time), sign: .phone) {
        "\(run.report.times.moment(mark.time)) \(mark.isEnter ? "enter" : "exit") "
          + "\(run.report.label(of: mark.region).text) by the phone itself"
      }
    }
  }

  private func difference(_ moment: Problem.Moment, _ lines: [PictureLine]) -> Pin {
    Pin(pixel: lines[moment.device].pixel(at: moment.time), sign: .difference) { [run] in
      let region = moment.region.map { " \(run.report.label(of: $0).text)" } ?? ""
      return "\(run.report.times.moment(moment.time)) \(moment.name)\(region) not as expected"
    }
  }
}
