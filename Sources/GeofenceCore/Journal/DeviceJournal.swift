/// The history of a device and its app as a whole: the selections, and the actions on it.
struct DeviceJournal: Sendable {
  /// The number of the app's next selection.
  private(set) var nextSelection: Int32 = 0
  /// The selections that a stay may refer to, and the last one.
  private var choices: [Int32: Choice] = [:]
  private var fullAt = 64
  /// The rows that the last selection has restarted.
  private(set) var restarted: [Int32] = []
  private(set) var firstReboot: Timestamp?

  var selection: Int32? { nextSelection > 0 ? nextSelection - 1 : nil }

  /// Returns a selection by its number; `nil` where there is none, or details are not kept.
  func choice(_ number: Int32?) -> Choice? {
    number.flatMap { choices[$0] }
  }

  /// Begins a selection.
  ///
  /// - Parameter choice: what is shown of it; `nil` where no details are asked for.
  /// - Returns: its number.
  mutating func select(_ choice: Choice?) -> Int32 {
    if let choice { choices[nextSelection] = choice }
    restarted.removeAll(keepingCapacity: true)
    nextSelection += 1
    return nextSelection - 1
  }

  mutating func restart(_ row: Int32) { restarted.append(row) }

  mutating func act(_ action: DeviceAction, at time: Timestamp) {
    if action.isReboot, firstReboot == nil { firstReboot = time }
  }

  /// True if there are more than twice the selections that stays refer to, and 64 more.
  var isFull: Bool { choices.count >= fullAt }

  /// Lets go of what no stay refers to any more.
  ///
  /// - Parameter selections: the selections that a stay refers to.
  mutating func keep(_ selections: Set<Int32>) {
    let last = nextSelection - 1
    choices = choices.filter { number, _ in
      number == last || selections.contains(number) || selections.contains(number - 1)
    }
    fullAt = 2 * choices.count + 64
  }
}
