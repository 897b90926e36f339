import GeofenceBytes

/// A scanner of the lines of a phone's log, for the places at which the phone was and the regions
/// whose boundaries it crossed: Transistorsoft's log of iOS and Android, and what its plugin for
/// Flutter prints, `logcat`, Home Assistant's app, e-mission's log, that of Traccar's server, and
/// every other that prints a `CLLocation` or an Android `Location`.
package struct LogScanner {
  package enum Entry {
    case place(Place)
    case crossing(Crossing)
  }

  package struct Place: Equatable {
    package var latitude: Double
    package var longitude: Double
    /// Metres; `nan` where the line has none, as the speed in m/s and the course in degrees.
    package var accuracy = Double.nan
    var speed = Double.nan
    var course = Double.nan
    package var time: Timestamp?
    /// The name of the device, in a log of several.
    var device: String?

    /// Creates a place of a latitude and a longitude, with the values behind these marks in a line;
    /// `nil` for other numbers.
    init?(
      _ numbers: [Double?], in line: String = "", accuracy: String? = nil, speed: String? = nil,
      course: String? = nil
    ) {
      guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else {
        return nil
      }
      (self.latitude, self.longitude) = (latitude, longitude)
      let value = { (mark: String?) in mark.flatMap { number(after: $0, in: line) } ?? .nan }
      self.accuracy = value(accuracy)
      (self.speed, self.course) = (value(speed), value(course))
    }
  }

  package struct Crossing: Equatable {
    package var kind: PhoneForm.Kind
    /// The region's name; `nil` in a log of an app with a single region.
    package var region: String?
    package var time: Timestamp?
    /// True if the line is a callback of the system, which goes before what an SDK wrote about the
    /// same crossing.
    package var isOfSystem = false
    package var form = "Transistorsoft's log"
  }

  /// The time by the clocks of the lines minus the time in UTC, if lines have both; they then need
  /// no zone.
  private(set) var clockOffset: Interval?
  /// True if a time served that names neither zone nor year.
  package private(set) var usesLocalTimes = false
  /// The last name of a zone behind a printed time, such as `India Standard Time`, which is not read.
  private(set) var zoneName: String?
  package private(set) var lacksYear = false
  private(set) var times: TimeReader

  /// The year of the first line that names none; `nil` where it is not known.
  private var year: Int64?
  /// The month of the last line that names no year, and the New Years before it.
  private var month: Int64?
  private var newYears: Int64 = 0
  /// The year of the first line where it is not known: 1972, or 1971 from July on, so that after a New
  /// Year there is a 29 February.
  private var assumedYear: Int64 = 1972
  /// The time at the beginning of the last line that has one, as it stands there.
  private var stamp: Stamp?
  private typealias Stamp = (time: Timestamp, clock: Int?, isLocal: Bool)
  /// The heading of an open block of Android's log, whose lines name its regions.
  private var heading: Crossing?
  /// The event in a dictionary that version 5 of Transistorsoft's SDK prints for iOS.
  private var event: (kind: PhoneForm.Kind?, region: String?)?
  /// A place of Home Assistant's log, whose accuracy and time are in the lines that follow, and the
  /// time of its line.
  private var held: (place: Place, stamp: Stamp?)?

  /// Creates a scanner, perhaps of a log whose lines' clock and year are known.
  package init(_ times: TimeReader, like other: LogScanner? = nil) {
    self.times = times
    (clockOffset, year) = (other?.clockOffset, other?.year)
  }

  /// Returns what a line says; the entries of earlier lines that waited for it come first.
  package mutating func read(_ line: String) -> [Entry] {
    if let time = readStamp(line) { stamp = time }
    if let open = held {
      if let accuracy = Self.number(after: "Accuracy: ", in: line) {
        held?.place.accuracy = accuracy
        return []
      }
      if let time = Self.number(after: " milliseconds old, ", in: line).flatMap(Self.time) {
        held = nil
        return [
          .place(
            timed(open.place, at: time, age: Self.number(after: "location that is ", in: line)))
        ]
      }
      if line.contains("Bearing: ") || line.contains("Begin evaluating") { return [] }
      return end() + read(line)
    }
    if let place = Self.place(ofPair: line) {
      held = (place, stamp)
      return []
    }
    if let place = Self.place(ofCoreLocation: line) {
      let printed = Self.printed(in: line)
      zoneName = printed?.zone ?? zoneName
      return [.place(timed(place, printed: printed))]
    }
    if let place = Self.place(ofAndroid: line) {
      let time = Self.number(after: ", time: ", in: line).flatMap(Self.time)
      return [.place(timed(place, at: time, age: Self.number(after: ", age: ", in: line)))]
    }
    if let place = Self.place(ofPolygon: line) { return [.place(timed(place))] }
    if let place = Self.place(ofMap: line) {
      return [.place(timed(place, at: instant(after: " timestamp: ", in: line)))]
    }
    if let place = place(ofTraccar: line) ?? place(ofJSON: line) { return [.place(place)] }
    return crossing(line).map { [.crossing($0)] } ?? []
  }

  /// Returns the entry that waited for lines that are missing.
  mutating func end() -> [Entry] {
    guard let open = held else { return [] }
    let last = stamp
    (held, stamp) = (nil, open.stamp)
    defer { stamp = last }
    return [.place(timed(open.place))]
  }

  // MARK: times

  /// Returns the time of the last line that had one; `nil` before the first.
  mutating func time() -> Timestamp? {
    guard let stamp else { return nil }
    guard stamp.isLocal else { return stamp.time }
    if let clockOffset, times.zone == nil {
      return stamp.time + Interval(milliseconds: -clockOffset.milliseconds)
    }
    usesLocalTimes = true
    if year == nil { lacksYear = lacksYear || stamp.time.milliseconds < Self.withoutYear }
    return stamp.time
  }

  /// The end of the years that are assumed where lines name none.
  private static let withoutYear = CivilDate.days(1975, 1) * CivilDate.dayLength

  /// Completes a place with its time, an absolute one if it has it, else that of its line.
  ///
  /// - Parameters:
  ///   - age: milliseconds from the place's time to that of its line.
  ///   - printed: the date and the seconds of the day at which the place was, by the line's clock.
  private mutating func timed(
    _ place: Place, at time: Timestamp? = nil, age: Double? = nil,
    printed: (date: String, clock: Int, zone: String?)? = nil
  ) -> Place {
    var place = place
    if let time {
      learn(time + Interval(milliseconds: Int64(min(max(age ?? 0, 0), 1e9))))
      place.time = time
      return place
    }
    place.time = self.time()
    guard let printed else { return place }
    if place.time == nil { place.time = self.time(printed.date, printed.clock) }
    if let now = stamp?.clock {
      // A place may be older than its line, by less than half a day.
      let age = (now - printed.clock + 86_400) % 86_400
      if age < 43_200, let time = place.time {
        let rest = ((time.milliseconds % 1000) + 1000) % 1000
        place.time = time + Interval(milliseconds: -Int64(age) * 1000 - rest)
      }
    }
    return place
  }

  /// Learns from the absolute time of the last line what its clock shows, to the quarter of an hour.
  private mutating func learn(_ now: Timestamp) {
    guard let stamp, stamp.isLocal else { return }
    var local = stamp.time
    if year == nil, local.milliseconds < Self.withoutYear {
      local = local.inYear(nearestTo: now)
      year = CivilDate(dayOf: local).year - newYears
      self.stamp?.time = local
    }
    let quarter = 900_000.0
    let offset = (Double((local - now).milliseconds) / quarter).rounded() * quarter
    if offset.magnitude <= 15 * 3_600_000 { clockOffset = Interval(milliseconds: Int64(offset)) }
  }

  /// Reads the time at the beginning of a line: with its date, or without a year as `logcat`'s.
  private mutating func readStamp(_ line: String) -> Stamp? {
    var words = line.split(separator: " ", maxSplits: 3).map(String.init)
    guard let first = words.first, first.first?.isNumber == true else { return nil }
    // e-mission numbers its lines, and writes two times.
    let fields = first.split(separator: ",", maxSplits: 3)
    if fields.count > 2, fields[2].contains("T") { words[0] = String(fields[2]) }
    var text = words[0]
    if !text.contains("T") {
      guard words.count > 1, words[1].contains(":") else { return nil }
      if text.count == 5, text.dropFirst(2).first == "-" {
        text = "\(yearOfNext(inMonth: Int64(text.prefix(2))))-\(text)"
      }
      // The fraction of a second may stand behind a comma.
      text += " " + words[1].replacing(",", with: ".")
      if words.count > 2, Self.isZone(words[2]) { text += words[2] }
    }
    let form = times.candidate(Array(text.utf8).span, isUTC: false)
    guard case .at(let time) = form.0 else { return nil }
    return (time, Self.seconds(ofClock: words.count > 1 ? words[1] : ""), form.1 == .local)
  }

  /// Returns the year of a line that names none: January after December is in the next year.
  private mutating func yearOfNext(inMonth next: Int64?) -> Int64 {
    if let month, let next {
      if month - next > 6 { newYears += 1 }
      if next - month > 6 { newYears -= 1 }
    } else if let next {
      assumedYear = next > 6 ? 1971 : 1972
    }
    month = next ?? month
    return (year ?? assumedYear) + newYears
  }

  /// Returns true if a word is a zone as `logcat` writes it, such as `+0100`.
  static func isZone(_ word: some StringProtocol) -> Bool {
    word.utf8.count == 5 && ["+", "-"].contains(word.first)
      && word.utf8.dropFirst().allSatisfy(ASCII.isDigit)
  }

  /// Returns the time behind a mark, with its zone or in UTC.
  private mutating func instant(after mark: String, in line: String) -> Timestamp? {
    let text = Self.rest(line, after: mark)
    return instant(text?.prefix { $0.isNumber || $0.isLetter || ":.+-".contains($0) })
  }

  private mutating func instant(_ text: Substring?) -> Timestamp? {
    guard let text, case .at(let time) = times.candidate(Array(text.utf8).span, isUTC: true).0
    else { return nil }
    return time
  }

  private static func time(_ milliseconds: Double) -> Timestamp? {
    (1e11..<1e14).contains(milliseconds) ? Timestamp(milliseconds: Int64(milliseconds)) : nil
  }

  /// Returns the date, the seconds of the day and the zone's name in `… @ 11/2/20, 11:08:28 PM IST`.
  /// The order of a date's parts differs between phones, that of a clock's does not.
  private static func printed(in line: String) -> (date: String, clock: Int, zone: String?)? {
    guard let mark = line.firstRange(of: " @ ") else { return nil }
    let words = line[mark.upperBound...].split(whereSeparator: { $0.isWhitespace })
    guard let number = words.firstIndex(where: { $0.contains(":") }),
      var seconds = seconds(ofClock: String(words[number]))
    else { return nil }
    var rest = words[(number + 1)...]
    if let half = rest.first, ["AM", "PM"].contains(half.uppercased()) {
      seconds = seconds % 43_200 + (half.uppercased() == "PM" ? 43_200 : 0)
      rest.removeFirst()
    }
    return (
      words[..<number].joined(separator: " ").filter { $0 != "," }, seconds, zone(in: rest)
    )
  }

  /// Returns the name of a zone with which words begin: a long one, which ends in `Time`, or a short
  /// one of two to five capitals; `nil` for UTC, and where they name none.
  private static func zone(in words: ArraySlice<Substring>) -> String? {
    let words = words.map { $0.prefix { $0.isLetter } }
    if let end = words.prefix(5).firstIndex(of: "Time"), end > 0 {
      return words[...end].joined(separator: " ")
    }
    guard let word = words.first, 2...5 ~= word.count,
      word.allSatisfy({ ("A"..."Z").contains($0) }),
      !["GMT", "UTC"].contains(word)
    else { return nil }
    return String(word)
  }

  /// Returns the time of a `CLLocation` in a line that has no other: with its month first, unless
  /// its digits or the points between them show that the day is.
  private mutating func time(_ date: String, _ clock: Int) -> Timestamp? {
    let (hours, rest) = clock.quotientAndRemainder(dividingBy: 3600)
    let digits = [hours, rest / 60, rest % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    let text = Array("\(date) \(digits.joined(separator: ":"))".utf8)
    if times.order == nil { times.order = date.contains(".") ? .dayFirst : .monthFirst }
    var reading = times.candidate(text.span, isUTC: false).0
    if reading == .unreadable, times.order == .monthFirst {
      times.order = .dayFirst
      reading = times.candidate(text.span, isUTC: false).0
    }
    guard case .at(let time) = reading else { return nil }
    usesLocalTimes = true
    return time
  }

  private static func seconds(ofClock word: String) -> Int? {
    let parts = word.split(separator: ":").map { Int($0.prefix { $0.isNumber }) }
    guard parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2],
      0..<24 ~= hours, 0..<60 ~= minutes, 0..<61 ~= seconds
    else { return nil }
    return hours * 3600 + minutes * 60 + min(seconds, 59)
  }

  // MARK: places

  /// Returns the number behind a mark; `nil` where the mark or the number is missing.
  private static func number(after mark: String, in line: String) -> Double? {
    line.firstRange(of: mark).flatMap { range in
      Double(line[range.upperBound...].prefix { $0.isNumber || "+-.eE".contains($0) })
    }
  }

  /// Reads a `CLLocation`: `<+46.05,+14.48> +/- 5.00m (speed 33.52 mps / course 322.73) @ …`.
  private static func place(ofCoreLocation line: String) -> Place? {
    guard let mark = line.firstRange(of: "> +/- "),
      let open = line[..<mark.lowerBound].lastIndex(of: "<")
    else { return nil }
    let numbers = numbers(in: line[line.index(after: open)..<mark.lowerBound])
    return Place(
      numbers, in: String(line[mark.lowerBound...]), accuracy: "> +/- ", speed: "(speed ",
      course: "/ course ")
  }

  /// Reads an Android `Location[fused 46.05,14.48 hAcc=5.0 … vel=0.3 bear=7.0 …]`, also where the
  /// phone's language writes a comma before fractions.
  private static func place(ofAndroid line: String) -> Place? {
    guard let mark = line.firstRange(of: "Location[") else { return nil }
    let words = line[mark.upperBound...].split(separator: " ", maxSplits: 2)
    guard words.count == 3 else { return nil }
    let parts = words[1].split(separator: ",")
    let numbers =
      parts.count == 4
      ? [Double("\(parts[0]).\(parts[1])"), Double("\(parts[2]).\(parts[3])")]
      : parts.map { Double($0) }
    let rest = " " + words[2]
    return Place(
      numbers, in: rest, accuracy: rest.contains(" hAcc=") ? " hAcc=" : " acc=", speed: " vel=",
      course: " bear=")
  }

  /// Reads `Coords:(46.05, 14.48)` of Home Assistant's app for Android.
  private static func place(ofPair line: String) -> Place? {
    guard let mark = line.firstRange(of: "Coords:(") else { return nil }
    return Place(numbers(in: line[mark.upperBound...].prefix { $0 != ")" }))
  }

  /// Returns the numbers in `46.05, 14.48`.
  private static func numbers(in text: Substring) -> [Double?] {
    text.split(separator: ",").map { Double($0.drop { $0 == " " }) }
  }

  /// Reads `… isInPolygon:] 🟩 [28] 46.05, 14.48, acy: 13.7m` of Transistorsoft's log of iOS, or
  /// `isInPolygon: 📍  46.05, 14.48, acy: 3.0m, spd: 19.4` of Android's.
  private static func place(ofPolygon line: String) -> Place? {
    guard let mark = line.firstRange(of: ", acy: "),
      let open = line[..<mark.lowerBound].lastIndex(where: { $0 == "]" || $0 == "📍" })
    else { return nil }
    let numbers = numbers(in: line[line.index(after: open)..<mark.lowerBound])
    return Place(numbers, in: line, accuracy: ", acy: ", speed: ", spd: ")
  }

  /// Reads `id: 86a8, time: 2024-05-01 09:10:00, lat: 46.05, lon: 14.48, speed: 10.0, course: 106.0`
  /// of Traccar's server, whose speeds are in knots and whose times are those of its clock.
  private mutating func place(ofTraccar line: String) -> Place? {
    guard let mark = line.firstRange(of: ", lat: "),
      var place = Place(
        [", lat: ", ", lon: "].map { Self.number(after: $0, in: line) }, in: line,
        accuracy: ", accuracy: ", speed: ", speed: ", course: ", course: ")
    else { return nil }
    place.speed *= 1852 / 3600
    let words = line[..<mark.lowerBound].split(separator: ",")
    // A logger may write a comma in the line's time, and the words in brackets vary.
    var device = Self.rest(String(line[..<mark.lowerBound]), after: " id: ")
    while let rest = device.flatMap({ Self.rest($0, after: " id: ") }) { device = rest }
    place.device = device.map { name in
      String(name[..<(name.firstRange(of: ", time: ")?.lowerBound ?? name.endIndex)])
    }
    place.time = words.last.flatMap { Self.rest(String($0), after: " time: ") }.flatMap { text in
      let (time, form) = times.candidate(Array(text.utf8).span, isUTC: false)
      guard case .at(let time) = time else { return nil }
      usesLocalTimes = usesLocalTimes || form == .local
      return time
    }
    return place
  }

  /// Reads a location as Dart prints a map: `coords: {latitude: 46.05, longitude: 14.48, accuracy: 5}`.
  private static func place(ofMap line: String) -> Place? {
    guard let mark = line.firstRange(of: "coords: {") else { return nil }
    // Each key then has a blank before it.
    let rest = " " + line[mark.upperBound...]
    let numbers = [number(after: " latitude: ", in: rest), number(after: " longitude: ", in: rest)]
    return Place(
      numbers, in: rest, accuracy: " accuracy: ", speed: " speed: ", course: " heading: ")
  }

  /// Reads a place in JSON behind other words, such as the tag of `logcat`: with its own time, or else
  /// that of its line. The place of a circle is no place of the phone.
  private mutating func place(ofJSON line: String) -> Place? {
    guard line.contains("\"lat"),
      let root = JSONDocument.inLine(Array(line.utf8)[...])?.document.root.object,
      let form = PhoneForm.all.last
    else { return nil }
    let outer = [root] + ["location", "position"].compactMap { root[$0]?.object }
    let objects = outer + outer.compactMap { $0["coords"]?.object }
    func value(_ keys: [String], of object: JSONObject) -> JSONElement? {
      keys.lazy.compactMap { object[$0] }.first
    }
    for object in objects where !object.contains("radius") {
      let numbers = [form.latitudes, form.longitudes].map { value($0, of: object)?.number }
      guard var place = Place(numbers) else { continue }
      place.accuracy = value(form.accuracies, of: object)?.number ?? .nan
      let written = objects.lazy.compactMap { value(form.times, of: $0)?.label }.first
      place.time = instant(written.map { $0[...] }) ?? time()
      return place
    }
    return nil
  }

  // MARK: crossings

  /// The marks of lines about crossings, with the region's name behind each, if it has one.
  private static let marks: [(text: String, crossing: Crossing, isNamed: Bool)] = [
    ("didEnterRegion:", Crossing(kind: .enter, isOfSystem: true), true),
    ("didExitRegion:", Crossing(kind: .exit, isOfSystem: true), true),
    ("ENTER Geofence: ", Crossing(kind: .enter), true),
    ("EXIT Geofence: ", Crossing(kind: .exit), true),
    ("DWELL Geofence: ", Crossing(kind: .other), true),
    ("GEOFENCE_TRANSITION_ENTER ", Crossing(kind: .enter, form: "an Android log"), true),
    ("GEOFENCE_TRANSITION_EXIT ", Crossing(kind: .exit, form: "an Android log"), true),
    ("GEOFENCE_TRANSITION_DWELL ", Crossing(kind: .other, form: "an Android log"), true),
    // https://github.com/android/location-samples, Geofencing
    (": Entered: ", Crossing(kind: .enter, form: "an Android log"), true),
    (": Exited: ", Crossing(kind: .exit, form: "an Android log"), true),
    // e-mission's apps have one region; these are those of iOS and of Android.
    (
      "received transition T_EXITED_GEOFENCE", Crossing(kind: .exit, form: "e-mission's log"), false
    ),
    (
      "local.transition.exited_geofence) called", Crossing(kind: .exit, form: "e-mission's log"),
      false
    ),
  ]

  private static func rest(_ line: String, after mark: String) -> String? {
    line.firstRange(of: mark).map { range in
      Array(line[range.upperBound...].utf8).span.trimmedText
    }
  }

  private mutating func crossing(_ line: String) -> Crossing? {
    if let found = crossing(inDictionary: line) ?? crossing(ofFlutter: line) { return found }
    if var open = heading {
      if let region = Self.rest(line, after: "╟─ ") {
        open.region = region
        return open
      }
      if line.contains("╚") { heading = nil }
      return nil
    }
    for (mark, found, isNamed) in Self.marks {
      guard var region = Self.rest(line, after: mark) else { continue }
      var crossing = found
      if crossing.isOfSystem {
        // The bracket ends the name of a method, and a region may be printed as a whole.
        if !region.hasPrefix("]") { crossing.form = "a log of iOS" }
        region =
          Self.rest(region, after: "identifier:'").map { String($0.prefix { $0 != "'" }) }
          ?? String(region.drop { "] ".contains($0) })
        if region.isEmpty { return nil }
      }
      // The region that Transistorsoft's SDK puts around a phone at rest is its own, and a line that
      // joins transitions says which an app asks for.
      if isNamed, region == "Exit stationary region" || region.hasPrefix("|") { return nil }
      crossing.region = isNamed ? region : nil
      crossing.time = time()
      return crossing
    }
    if let word = Self.rest(line, after: "Geofencing Event: "), let kind = PhoneForm.kind(word) {
      heading = Crossing(kind: kind, time: time())
    }
    return nil
  }

  /// Reads `[GeofenceEvent identifier: office, action: ENTER, timestamp: 2024-05-01T09:10:00.000Z]`.
  private mutating func crossing(ofFlutter line: String) -> Crossing? {
    guard let text = Self.rest(line, after: "[GeofenceEvent identifier: "),
      let end = text.firstRange(of: ", action: "),
      let kind = PhoneForm.kind(String(text[end.upperBound...].prefix { $0.isLetter }))
    else { return nil }
    return Crossing(
      kind: kind, region: String(text[..<end.lowerBound]),
      time: instant(after: ", timestamp: ", in: text) ?? time())
  }

  /// Reads a line of `geofenceEvent = { action = ENTER; … identifier = "office"; timestamp = "…"; }`.
  private mutating func crossing(inDictionary line: String) -> Crossing? {
    if line.contains("geofenceEvent =") {
      event = (nil, nil)
      return nil
    }
    guard event != nil else { return nil }
    func value(_ key: String) -> String? {
      Self.rest(line, after: "\(key) = ").map { text in
        String(text.drop { $0 == "\"" }.prefix { $0 != ";" && $0 != "\"" })
      }
    }
    if let word = value(" action") { event?.kind = PhoneForm.kind(word) }
    if let name = value(" identifier") { event?.region = name }
    guard let region = event?.region, let kind = event?.kind,
      let time = instant(value(" timestamp").map { $0[...] })
    else { return nil }
    event = nil
    return Crossing(kind: kind, region: region, time: time)
  }
}
