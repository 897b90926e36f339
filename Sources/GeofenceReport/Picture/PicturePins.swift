import GeofenceBytes
import GeofenceCore
import GeofenceWriting

/// The pins of events and losses on the map; where some coincide, the heaviest stands for all.
struct PicturePins {
  /// The signs of the pins, the heaviest first.
  enum Sign: CaseIterable {
    case missed, madeUpEnter, madeUpExit, difference, phone, enter, exit

    var appearance: (text: String, group: PictureGroup) {
      switch self {
      case .missed: ("✕", .pins("missed", .lost))
      case .madeUpEnter: ("▽", .pins("false", .madeUp))
      case .madeUpExit: ("△", .pins("false", .madeUp))
      case .difference: ("◆", .pins("difference", .difference))
      case .phone: ("◇", .pins("phone", .phone))
      case .enter: ("▼", .pins("enter", .enter))
      case .exit: ("▲", .pins("exit", .exit))
      }
    }
  }

  /// The distance in pixels within which a label of a cause stands for several pins.
  private static let neighbourhood = 150.0

  private struct Pin {
    let sign: Sign
    let time: Timestamp
    var pixel: MapFrame.Pixel
    var interfaces: [PictureInterface]
    let cause: String?
    /// The words behind the time, which are made for drawn pins alone.
    let words: () -> String

    init(
      _ sign: Sign, _ time: Timestamp, on line: PictureLine, by interface: PictureInterface? = nil,
      cause: String? = nil, _ words: @autoclosure @escaping () -> String
    ) {
      (self.sign, self.time, pixel) = (sign, time, line.pixel(at: time))
      (interfaces, self.cause, self.words) = ([interface].compactMap(\.self), cause, words)
    }
  }

  private let run: ReportedRun
  /// The pins that are shown, by the cells of the map.
  private var taken: [[Int]: (sign: Sign, position: Int)] = [:]
  private(set) var counts: [Sign: Int] = [:]
  private var shown: [Sign: [Pin]] = [:]

  init(
    _ run: ReportedRun, _ frame: MapFrame, _ lines: [PictureLine], _ placer: inout LabelPlacer
  ) {
    self.run = run
    let interfaces = PictureInterface.all(of: run.report)
    let own = interfaces.first { $0.api == run.settings.api }
    var pins: [Pin] = []
    for (number, line) in lines.enumerated() {
      pins += losses(ofDevice: number, on: line, own) + phoneEvents(ofDevice: number, on: line)
      pins += events(of: run.devices[number], on: line, own)
      for other in interfaces where other.api != run.settings.api {
        pins += events(of: other.run.devices[number], on: line, other)
      }
    }
    for moment in run.unexpected?.moments ?? [] {
      let region = moment.region.map { " \(run.report.label(of: $0).text)" } ?? ""
      pins.append(
        Pin(
          .difference, moment.time, on: lines[moment.device],
          "\(moment.name)\(region) not as expected"))
    }
    for difference in run.report.missingByPhone {
      let boundary = difference.boundary
      pins.append(
        Pin(
          .difference, difference.time, on: lines[boundary.device],
          "\(boundary.name) \(run.report.label(of: boundary.region).text) not delivered by the phone"
        ))
    }
    let groups = Dictionary(grouping: pins, by: \.sign)
    counts = groups.mapValues(\.count)
    for pin in Sign.allCases.lazy.flatMap({ groups[$0] ?? [] }) where frame.contains(pin.pixel) {
      show(pin, &placer)
    }
  }

  /// Shows a pin where there is none; an equal one of another interface bears the marks of both, and
  /// an unequal one stands beside it.
  private mutating func show(_ pin: Pin, _ placer: inout LabelPlacer, isBeside: Bool = false) {
    let cell = [Int(pin.pixel.x / 11), Int(pin.pixel.y / 11)]
    guard let (sign, position) = taken[cell] else {
      taken[cell] = (pin.sign, shown[pin.sign, default: []].count)
      shown[pin.sign, default: []].append(pin)
      return placer.take(around: pin.pixel, size: 7)
    }
    guard sign == pin.sign, var other = shown[sign]?[position] else {
      guard !isBeside, pin.interfaces.contains(where: { $0.api != run.settings.api }) else {
        return
      }
      var beside = pin
      beside.pixel = MapFrame.Pixel(x: pin.pixel.x + 15, y: pin.pixel.y)
      return show(beside, &placer, isBeside: true)
    }
    let known = other.interfaces.map(\.mark)
    other.interfaces += pin.interfaces.filter { !known.contains($0.mark) }
    shown[sign]?[position] = other
  }

  // MARK: elements

  /// The pins, the heaviest last, on top of the others.
  var text: String {
    Sign.allCases.reversed().map { sign in
      let (text, group) = sign.appearance
      return group.text(
        (shown[sign] ?? []).reversed().map { pin in
          let names = pin.interfaces.map(\.name)
          let title =
            "\(run.report.times.moment(pin.time)) \(pin.words())"
            + (names.isEmpty ? "" : " (\(names.joinedInSentence()))")
          return PictureGroup.words(text, x: pin.pixel.x, y: pin.pixel.y, title: title)
        })
    }.joined()
  }

  var marks: String {
    let pins = Sign.allCases.flatMap { shown[$0] ?? [] }.filter { !$0.interfaces.isEmpty }
    return PictureGroup.marks.text(
      pins.map { pin in
        PictureGroup.words(
          pin.interfaces.map(\.mark).joined(), x: pin.pixel.x + 6, y: pin.pixel.y + 7)
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
        if let last = labelled[cause], last.steps(to: pin.pixel) < Self.neighbourhood { return nil }
        labelled[cause] = pin.pixel
        let size = (width: Double(cause.count) * 5.6 + 2, height: 12.0)
        return placer.place(size, around: pin.pixel, radius: 6).map { corner in
          PictureGroup.words(cause, x: corner.x + 1, y: corner.y + 10)
        }
      })
  }

  // MARK: pins

  private func losses(
    ofDevice device: Int, on line: PictureLine, _ interface: PictureInterface?
  ) -> [Pin] {
    run.judged(ofDevice: device).compactMap { [run] crossing in
      let id = crossing.id
      return crossing.verdict.causeClause(run.settings).map { clause in
        Pin(
          .missed, id.time, on: line, by: interface, cause: clause,
          "\(id.name.rawValue) \(run.report.label(of: id.region).text) missed: \(clause)")
      }
    }
  }

  private func events(
    of device: DeviceRecord, on line: PictureLine, _ interface: PictureInterface?
  ) -> [Pin] {
    let made = Set(device.falseEvents)
    return device.events.enumerated().compactMap { [run] position, event in
      guard let told = event.crossing else { return nil }
      let isExit = told.name == .exit
      let isFalse = made.contains(position)
      let sign: Sign = isFalse ? (isExit ? .madeUpExit : .madeUpEnter) : isExit ? .exit : .enter
      return Pin(
        sign, event.time, on: line, by: interface,
        "\(isExit ? "exit" : "enter") \(run.report.label(of: told.region.identifier).text)"
          + (isFalse ? " without a crossing" : ""))
    }
  }

  private func phoneEvents(ofDevice device: Int, on line: PictureLine) -> [Pin] {
    (run.report.phone?.marks(ofDevice: device) ?? []).map { [run] mark in
      Pin(
        .phone, mark.time, on: line,
        "\(mark.isEnter ? "enter" : "exit") \(run.report.label(of: mark.region).text) by the phone "
          + "itself")
    }
  }
}
