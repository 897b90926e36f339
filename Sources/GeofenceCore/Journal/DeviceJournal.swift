/// What happened to a device and its app as a whole: the selections, and the actions on it.
struct DeviceJournal: Sendable {
  private struct State: Sendable {
    let from: Timestamp
    let device: DeviceState
    let lastAction: Hindrance.Action
  }

  /// The number of the app's next selection.
  private(set) var nextSelection: Int32 = 0
  /// The selections that a stay may refer to, and the last one.
  private var choices: [Int32: Choice] = [:]
  private var fullAt = 64
  /// The rows that the last selection has restarted.
  private(set) var restarted: [Int32] = []
  private(set) var firstReboot: Timestamp?
  private var states: [State] = []
  private var lastAction: Hindrance.Action?

  var keptSelections: Int { choices.count }
  var keptStates: Int { states.count }

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
    lastAction = .init(time: time, action: action)
    if action.isReboot, firstReboot == nil { firstReboot = time }
  }

  /// Notes the state of the device after a fix, where it is another than before.
  mutating func note(_ device: DeviceState, at time: Timestamp) {
    guard let lastAction else { return }
    if let last = states.last, last.device == device, last.lastAction == lastAction { return }
    states.append(State(from: time, device: device, lastAction: lastAction))
  }

  /// The state of the device and its app at a time; `nil` where nothing had acted on it.
  func hindrance(at time: Timestamp) -> Hindrance? {
    states.last { $0.from <= time }.map { Hindrance(device: $0.device, lastAction: $0.lastAction) }
  }

  /// A Boolean value that indicates whether it has grown to twice of what stays referred to.
  var isFull: Bool { choices.count + states.count >= fullAt }

  /// Lets go of what no stay refers to any more.
  ///
  /// - Parameters:
  ///   - selections: those that a stay refers to.
  ///   - time: of the oldest fix that a stay refers to.
  mutating func keep(_ selections: Set<Int32>, from time: Timestamp) {
    let last = nextSelection - 1
    choices = choices.filter { number, _ in
      number == last || selections.contains(number) || selections.contains(number - 1)
    }
    if let index = states.lastIndex(where: { $0.from <= time }), index > 0 {
      states.removeFirst(index)
    }
    fullAt = 2 * (choices.count + states.count) + 64
  }
}
