import GeofenceBytes
import GeofenceCore

/// The kinds of problems that a page shows as cards.
package enum ProblemKind: Sendable {
  case missed
  case falseEvents
  case differences
  case late
  case doubts
  case undecided
  case nothingCrossed

  /// The sign that marks the problem's moments on map and timeline, and the class of both.
  package var sign: (text: String, name: String) {
    switch self {
    case .missed: ("✕", "lost")
    case .falseEvents: ("▽", "false")
    case .differences: ("◆", "difference")
    case .late: ("●", "late")
    case .doubts: ("?", "doubt")
    case .undecided: ("…", "mark")
    case .nothingCrossed: ("○", "nearest")
    }
  }
}

/// The crossings that went wrong in one way, which a page shows as one card.
package struct ProblemGroup {
  package let kind: ProblemKind
  package let title: String
  package let meaning: String
  package private(set) var crossings: [JudgedCrossing]
  /// The place of the card among the others; a heavier one has a smaller number.
  package let weight: Int

  /// Returns the groups of the crossings that were missed, by cause, late or early, and undecidable.
  package static func all(of judged: [JudgedCrossing], _ settings: Settings) -> [Self] {
    var clauses: [String] = []
    var missed: [[JudgedCrossing]] = []
    var (late, open): ([JudgedCrossing], [JudgedCrossing]) = ([], [])
    for crossing in judged {
      switch crossing.verdict.outcome {
      case .missed:
        guard let clause = crossing.verdict.causeClause(settings) else { continue }
        if let index = clauses.firstIndex(of: clause) {
          missed[index].append(crossing)
        } else {
          clauses.append(clause)
          missed.append([crossing])
        }
      case .late, .early: late.append(crossing)
      case .undecidable: open.append(crossing)
      case .inTime, .filtered, .waits: break
      }
    }
    let groups = zip(clauses, missed).map { clause, crossings in
      Self(
        kind: .missed, title: "\(crossings.count) missed: \(clause)",
        meaning: "The app received nothing of these; what kept it from each stands beside it.",
        crossings: crossings, weight: 1)
    }
    let others = [
      Self(
        kind: .late, title: "\(late.count) came late or early",
        meaning: "They came more than 5 min after the boundary was crossed, or before.",
        crossings: late, weight: 4),
      Self(
        kind: .undecided, title: "\(open.count) undecidable",
        meaning: "The recording leaves open what became of these.", crossings: open, weight: 6),
    ]
    return groups + others.filter { !$0.crossings.isEmpty }
  }
}

/// The parts of a page that shows problems.
package enum Card {
  package static func html(
    _ kind: String, _ title: String, _ parts: [String], isOpen: Bool = true
  ) -> String {
    "<details class=\"card \(kind)\"\(isOpen ? " open" : "")>\n"
      + "<summary><h3>\(title)</h3></summary>\n" + parts.joined(separator: "\n") + "\n</details>"
  }

  package static func html(
    _ kind: ProblemKind, _ title: String, _ parts: [String], isOpen: Bool
  ) -> String {
    let sign = kind.sign
    return html(
      sign.name, "<b class=\"\(sign.name)\">\(sign.text)</b> \(title.html)", parts, isOpen: isOpen)
  }

  /// A list item that links to a moment, to which the script moves the page.
  ///
  /// - Parameters:
  ///   - name: that of the region, as HTML.
  ///   - owner: that of the device, as HTML.
  ///   - reasons: sentences or clauses.
  package static func item(
    _ kind: ProblemKind, _ link: String, at time: Timestamp, _ moment: String, _ event: String,
    _ name: String, owner: String = "", _ reasons: [String]
  ) -> String {
    item(
      kind, link,
      "<time datetime=\"\(time.rfc3339)\">\(moment)</time> \(event.html) <strong>\(name)</strong>",
      owner: owner, reasons)
  }

  package static func item(
    _ kind: ProblemKind, _ link: String, isPair: Bool = false, _ body: String, owner: String = "",
    _ reasons: [String]
  ) -> String {
    let sign = kind.sign
    return "<li><a class=\"miss\(isPair ? " pair" : "")\" href=\"\(link)\">"
      + "<b class=\"\(sign.name)\">\(sign.text)</b> \(body)</a>\(owner) "
      + reasons.map { "<small>\($0.html)</small>" }.joined() + "</li>"
  }
}
