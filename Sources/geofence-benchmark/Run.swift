import CLibrary
import Foundation

struct Run {
  let status: Int32
  /// The processor time in seconds, of user and system together.
  let processorTime: Double
  /// The elapsed time in seconds.
  let elapsed: Double
  let peakMemory: Int
  let output: Data
  let errors: String

  /// Runs a command and waits for it. A process in between takes the measurements, as the memory of
  /// this process would count as the child's.
  init(_ command: [String], in folder: URL) throws {
    let files = ["out", "err", "cost"].map { folder.appendingPathComponent($0).path }
    let own = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().path
    let (state, _) = try Self.spawn(
      [own, "--measure"] + command, [(1, files[0]), (2, files[1]), (3, files[2])])
    guard state == 0 else { throw Failure("\(command[0]): cannot be run") }
    let cost = try String(contentsOfFile: files[2], encoding: .utf8).split(separator: " ")
      .compactMap { Double($0) }
    guard cost.count == 4 else { throw Failure("\(command[0]): its cost is not known") }
    (status, elapsed) = (Int32(cost[0]), cost[1])
    (processorTime, peakMemory) = (cost[2], Int(cost[3]))
    output = try Data(contentsOf: URL(fileURLWithPath: files[0]))
    errors = String(decoding: try Data(contentsOf: URL(fileURLWithPath: files[1])), as: UTF8.self)
  }

  /// Runs a command and writes its cost to descriptor 3; this is the process in between.
  static func measure(_ command: [String]) throws {
    let start = ContinuousClock.now
    let (state, usage) = try spawn(command, [])
    let elapsed = (ContinuousClock.now - start) / .seconds(1)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    #if canImport(Darwin)
      let memory = Int(usage.ru_maxrss)
    #else
      let memory = Int(usage.ru_maxrss) * 1024
    #endif
    let time = seconds(usage.ru_utime) + seconds(usage.ru_stime)
    try FileHandle(fileDescriptor: 3).write(
      contentsOf: Data("\((state >> 8) & 0xFF) \(elapsed) \(time) \(memory)".utf8))
  }

  private static func spawn(_ command: [String], _ files: [(descriptor: Int32, path: String)])
    throws -> (state: Int32, usage: rusage)
  {
    var actions = FileActions()
    for (descriptor, path) in files { actions.open(descriptor, path) }
    var arguments = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var identifier = pid_t()
    let code = posix_spawnp(&identifier, command[0], &actions.actions, nil, &arguments, environ)
    guard code == 0 else { throw Failure("\(command[0]): \(String(cString: strerror(code)))") }
    var (state, usage) = (Int32(), rusage())
    while wait4(identifier, &state, 0, &usage) < 0, errno == EINTR {}
    return (state, usage)
  }
}

private struct FileActions: ~Copyable {
  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
  #else
    var actions = posix_spawn_file_actions_t()
  #endif

  init() { posix_spawn_file_actions_init(&actions) }

  mutating func open(_ descriptor: Int32, _ path: String) {
    posix_spawn_file_actions_addopen(
      &actions, descriptor, path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  }

  deinit {
    var actions = actions
    posix_spawn_file_actions_destroy(&actions)
  }
}

/// The error of a benchmark that did not do the work that it measures.
struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Throws a `Failure` with the problem if `condition` is false.
func check(_ condition: Bool, _ problem: @autoclosure () -> String) throws {
  if !condition { throw Failure(problem()) }
}
