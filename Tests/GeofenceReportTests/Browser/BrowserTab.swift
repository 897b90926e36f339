import Foundation

/// A tab of a browser that shows one page after the other, by the DevTools protocol.
///
/// The browser ends when the tests do, since the pipes of the protocol are closed then.
struct BrowserTab {
  /// The end of the browser, or its refusal of a request.
  struct Failure: Error {
    let description: String
  }

  private let requests = Pipe()
  private let messages = Pipe()
  /// The bytes that have arrived of messages that are not taken yet.
  private var arrived = Data()
  private var lastRequest = 0
  private var session: String?
  /// The loads of pages that are complete.
  private var completeLoads: Set<String> = []

  init(of executable: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // The browser speaks the protocol through the descriptors 3 and 4. The shell outlives it, and
    // removes its files, whose folder has a short name because the browser makes a socket in it.
    process.arguments = [
      "-c",
      """
      TMPDIR=$(mktemp -d /tmp/geofence.XXXXXX) && export TMPDIR || exit
      "$0" --user-data-dir="$TMPDIR/profile" "$@" 3<&0 4>&1 < /dev/null > /dev/null
      rm -rf "$TMPDIR"
      """,
      executable, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
      "--hide-scrollbars", "--no-first-run", "--remote-debugging-pipe",
    ]
    process.standardInput = requests
    process.standardOutput = messages
    process.standardError = FileHandle.nullDevice
    try process.run()
    let target = try call("Target.createTarget", ["url": "about:blank"])?.targetId
    let attachment: [String: Any] = ["targetId": target ?? "", "flatten": true]
    session = try call("Target.attachToTarget", attachment)?.sessionId
    _ = try call("Page.enable")
    _ = try call("Page.setLifecycleEventsEnabled", ["enabled": true])
  }

  /// Opens a page in a window of that many pixels, and returns the text of its element `id` when the
  /// page is loaded and its scripts have run.
  ///
  /// - Returns: The text; `nil` if there is no such element.
  mutating func text(of id: String, on page: URL, width: Int, height: Int) throws -> String? {
    _ = try call(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": false])
    guard let load = try call("Page.navigate", ["url": page.absoluteString])?.loaderId else {
      throw Failure(description: "\(page.path) does not open")
    }
    while !completeLoads.contains(load) { _ = try nextMessage() }
    // A script that waits for something leaves a promise.
    let text =
      "Promise.resolve(window.examined).then(() => document.getElementById('\(id)')?.textContent)"
    return try call("Runtime.evaluate", ["expression": text, "awaitPromise": true])?.result?.value
  }

  /// Sends a request, and returns the result of its answer.
  private mutating func call(
    _ method: String, _ parameters: [String: Any] = [:]
  ) throws -> Message.Content? {
    lastRequest += 1
    var request: [String: Any] = ["id": lastRequest, "method": method, "params": parameters]
    request["sessionId"] = session
    var bytes = try JSONSerialization.data(withJSONObject: request)
    bytes.append(0)
    try requests.fileHandleForWriting.write(contentsOf: bytes)
    while true {
      let message = try nextMessage()
      guard message.id == lastRequest else { continue }
      if let error = message.error { throw Failure(description: "\(method): \(error.message)") }
      return message.result
    }
  }

  /// Returns the next answer or event.
  private mutating func nextMessage() throws -> Message {
    while true {
      if let end = arrived.firstIndex(of: 0) {
        let message = try JSONDecoder().decode(Message.self, from: arrived[..<end])
        arrived.removeSubrange(...end)
        if let event = message.params, event.name == "load", let load = event.loaderId {
          completeLoads.insert(load)
        }
        return message
      }
      let bytes = messages.fileHandleForReading.availableData
      if bytes.isEmpty { throw Failure(description: "the browser has ended") }
      arrived.append(bytes)
    }
  }
}

/// A message of the browser: the answer to a request, or an event.
private struct Message: Decodable {
  struct Fault: Decodable { let message: String }
  struct Value: Decodable { let value: String? }
  /// The fields that are read, of the results of requests and of the parameters of events.
  struct Content: Decodable {
    let targetId, sessionId, loaderId, name: String?
    let result: Value?
  }

  let id: Int?
  let error: Fault?
  let params, result: Content?
}
