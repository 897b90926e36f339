// What stands in for parts of this room that the readers in a page do without: there no file is opened,
// a queue lies in memory, and a time that is not read is not looked at for its form.
#if hasFeature(Embedded)
  package enum Folder {
    package static func names(in folder: String) throws(InputError) -> [String] { [] }
  }

  package struct WaitingQueue<Element: BitwiseCopyable> {
    private var elements: [Element] = []
    private var position = 0

    package init() {}

    package var count: Int { elements.count - position }

    package mutating func append(_ element: Element) { elements.append(element) }

    package mutating func popFirst() throws(InputError) -> Element? {
      guard position < elements.count else { return nil }
      defer { position += 1 }
      return elements[position]
    }
  }

  package enum UnreadableTime: CaseIterable {
    case dayOrMonthFirst, twelveHours, year, date, shortDate, timeOfDay, spreadsheetDay

    package init?(_ text: String) { nil }

    package func hasDateAndTime(_ text: String) -> Bool { false }

    package var phrase: String { "" }

    package var help: String { "" }
  }
#endif
