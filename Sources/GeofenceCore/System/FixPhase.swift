/// The phase in which a location system is in the course of a fix: a pure state machine.
///
/// The stages follow each other; in each of them notices may be left to be delivered, and the phase
/// carries these:
///
///     unlocated ── move ──▸ moved ── evaluate ──▸ evaluated ── noteAction ──▸ passed
///                             ▴                       │                          │
///                             └──────── move ─────────┴──────────────────────────┘
///
/// The machine only says what to do next, and the location system does it:
///
///     while let action = phase.next() { perform(action) }
enum FixPhase: Sendable {
  /// No notice is left.
  case silent(Stage)
  /// At least one notice is left, which precedes the steps of the stage.
  case delivering(PendingNotices, Stage)

  /// The progress of the system at a fix.
  enum Stage: Sendable {
    /// There has been no fix.
    case unlocated
    /// The device is at a fix at which nothing has been evaluated.
    case moved
    /// The conditions have been evaluated at the fix, and some steps are left.
    case evaluated(Steps)
    /// An action has followed the evaluation, so that deliveries belong to the fix that comes next.
    case passed(Steps)

    /// The steps that are left.
    var steps: Steps {
      switch self {
      case .unlocated, .moved: []
      case .evaluated(let steps), .passed(let steps): steps
      }
    }

    /// The same stage with other steps; a stage before the evaluation has none.
    fileprivate func with(_ steps: Steps) -> Stage {
      switch self {
      case .unlocated, .moved: self
      case .evaluated: .evaluated(steps)
      case .passed: .passed(steps)
      }
    }
  }

  /// The steps that follow the notices, in this order.
  struct Steps: OptionSet, Sendable {
    let rawValue: UInt8

    /// The decision whether the fix is a significant change.
    static let significantChange = Self(rawValue: 1)
    /// The evaluation of the conditions that were registered since the last evaluation.
    static let newConditions = Self(rawValue: 2)
  }

  /// An action of the location system.
  enum Action: Sendable {
    case deliver(PendingNotice)
    case decideSignificantChange
    case evaluateNewConditions
  }
}

// MARK: inputs

extension FixPhase {
  /// Begins a fix; the steps that are left of the one before are omitted.
  mutating func move() { stage = .moved }

  /// Begins the evaluation of the conditions at the fix.
  mutating func evaluate() { stage = .evaluated(.significantChange) }

  /// Records an action of the device or its app.
  mutating func noteAction() {
    if case .evaluated(let steps) = stage { stage = .passed(steps) }
  }

  /// Records that conditions were registered; before the evaluation, that will include them.
  mutating func noteNewConditions() {
    stage = stage.with(stage.steps.union(.newConditions))
  }

  /// Puts notices before all others.
  mutating func prepend(_ notices: [PendingNotice]) {
    update { $0.prepend(notices) }
  }

  /// Puts notices after all others.
  mutating func append(_ notices: [PendingNotice]) {
    update { $0.append(notices) }
  }

  /// Replaces every notice by what `change` makes of it, if anything.
  mutating func changeNotices(_ change: (PendingNotice) -> PendingNotice?) {
    guard case .delivering = self else { return }
    update { $0.change(change) }
  }
}

// MARK: outputs

extension FixPhase {
  /// Returns the next action, which is then regarded as done; `nil` where nothing is left.
  mutating func next() -> Action? {
    switch self {
    case .delivering(var notices, let stage):
      self = .silent(stage)
      let first = notices.removeFirst()
      if !notices.isEmpty { self = .delivering(notices, stage) }
      return .deliver(first)
    case .silent(let stage):
      if stage.steps.contains(.significantChange) {
        self = .silent(stage.with(stage.steps.subtracting(.significantChange)))
        return .decideSignificantChange
      }
      if stage.steps.contains(.newConditions) {
        self = .silent(stage.with(stage.steps.subtracting(.newConditions)))
        return .evaluateNewConditions
      }
      return nil
    }
  }

  /// Makes an action the next one again, because something has to precede it.
  mutating func postpone(_ action: Action) {
    switch action {
    case .deliver(let notice): prepend([notice])
    case .decideSignificantChange:
      stage = stage.with(stage.steps.union(.significantChange))
    case .evaluateNewConditions: noteNewConditions()
    }
  }

  var stage: Stage {
    get {
      switch self {
      case .silent(let stage), .delivering(_, let stage): stage
      }
    }
    set {
      switch self {
      case .silent: self = .silent(newValue)
      case .delivering(let notices, _): self = .delivering(notices, newValue)
      }
    }
  }

  private mutating func update(_ body: (inout PendingNotices) -> Void) {
    let stage = stage
    var notices = PendingNotices()
    if case .delivering(let pending, _) = self { notices = pending }
    // The phase holds no second reference, for which the notices would be copied.
    self = .silent(stage)
    body(&notices)
    if !notices.isEmpty { self = .delivering(notices, stage) }
  }
}
