import Foundation
import Synchronization

/// Firefox in place of Chromium, by the Marionette protocol, for whoever sets `GEOFENCE_BROWSER` to the
/// path of one.
struct Firefox {
  static let executable = ProcessInfo.processInfo.environment["GEOFENCE_BROWSER"]

  private static let shared = Mutex<Firefox?>(nil)

  private let requests = Pipe()
  private let answers = Pipe()
  /// The bytes that have arrived of answers that are not taken yet.
  private var arrived = Data()
  private var lastRequest = 0

  /// Opens a page, and returns the text of one of its elements as soon as it is there.
  static func text(
    of id: String, on page: URL, width: Int, height: Int, by executable: String
  ) throws -> String? {
    try shared.withLock { firefox in
      if firefox == nil { firefox = try Firefox(executable) }
      return try firefox?.text(of: id, on: page, width: width, height: height)
    }
  }

  private init(_ executable: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    // The browser listens on a port that it chooses; the shell carries the messages, and ends it when
    // the tests end.
    process.arguments = [
      "-c",
      """
      export HOME=$(mktemp -d /tmp/geofence.XXXXXX) || exit
      echo 'user_pref("marionette.port", 0);' > "$HOME/user.js"
      "$0" --headless --marionette --no-remote --profile "$HOME" < /dev/null > /dev/null 2>&1 &
      browser=$!
      until [ -s "$HOME/MarionetteActivePort" ]; do kill -0 "$browser" || exit; sleep 0.1; done
      exec 3<> "/dev/tcp/127.0.0.1/$(cat "$HOME/MarionetteActivePort")"
      cat <&3 & cat >&3
      # The signals that a browser would end with are blocked here.
      kill -9 "$browser"
      wait "$browser"
      rm -rf "$HOME"
      """, executable,
    ]
    process.standardInput = requests
    process.standardOutput = answers
    process.standardError = FileHandle.nullDevice
    try process.run()
    _ = try nextMessage()
    _ = try call("WebDriver:NewSession")
  }

  private mutating func text(of id: String, on page: URL, width: Int, height: Int) throws
    -> String?
  {
    // The page gets the size that is given, and the window has a frame around it.
    for _ in 0..<2 {
      let inner = try run("return [innerWidth, innerHeight, outerWidth, outerHeight]") as? [Int]
      guard let inner, inner[0] != width || inner[1] != height else { break }
      _ = try call(
        "WebDriver:SetWindowRect",
        ["width": width + inner[2] - inner[0], "height": height + inner[3] - inner[1]])
    }
    _ = try call("WebDriver:Navigate", ["url": page.absoluteString])
    let text = try run(
      """
      const [id, done] = arguments;
      const look = () => {
        const element = document.getElementById(id);
        if (element) done(element.textContent); else setTimeout(look, 10);
      };
      look();
      """, [id], how: "WebDriver:ExecuteAsyncScript")
    return text as? String
  }

  private mutating func run(
    _ script: String, _ arguments: [String] = [], how: String = "WebDriver:ExecuteScript"
  ) throws -> Any? {
    (try call(how, ["script": script, "args": arguments]) as? [String: Any])?["value"]
  }

  /// Sends a request, and returns the result of its answer.
  private mutating func call(_ command: String, _ parameters: [String: Any] = [:]) throws -> Any? {
    lastRequest += 1
    let request: [Any] = [0, lastRequest, command, parameters]
    let bytes = try JSONSerialization.data(withJSONObject: request)
    try requests.fileHandleForWriting.write(contentsOf: Data("\(bytes.count):".utf8) + bytes)
    guard let answer = try nextMessage() as? [Any], answer.count == 4 else { return nil }
    if let error = answer[2] as? [String: Any] {
      throw BrowserTab.Failure(description: "\(command): \(error["message"] ?? "")")
    }
    return answer[3]
  }

  /// Returns the next message, which has its length before it.
  private mutating func nextMessage() throws -> Any {
    while true {
      if let colon = arrived.firstIndex(of: UInt8(ascii: ":")),
        let length = Int(String(decoding: arrived[..<colon], as: UTF8.self)),
        arrived.endIndex - colon > length
      {
        let end = colon + 1 + length
        defer { arrived.removeSubrange(..<end) }
        return try JSONSerialization.jsonObject(with: arrived[(colon + 1)..<end])
      }
      let bytes = answers.fileHandleForReading.availableData
      if bytes.isEmpty { throw BrowserTab.Failure(description: "the browser has ended") }
      arrived.append(bytes)
    }
  }
}
