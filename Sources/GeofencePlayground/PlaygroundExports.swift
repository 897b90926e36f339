// The functions that a playground calls beside those of every page, which exist in WebAssembly alone.
#if arch(wasm32)
  import GeofenceBytes
  import GeofenceEngine
  import GeofenceInputs

  /// The files that were read, by which a page refers to them.
  nonisolated(unsafe) private var readings: [PlaygroundFile.Reading] = []

  /// Reads the file that the message has, and returns the number of bytes of the answer.
  @_cdecl("read_file")
  public func readFile() -> Int32 {
    let reading =
      PlaygroundFile(message)?.read()
      ?? .mistake(InputError(source: "", problem: "an incomplete message"))
    readings.append(reading)
    answer = Array(reading.json.utf8)
    return Int32(answer.count)
  }

  /// Releases the memory of a file that was read, by its number.
  @_cdecl("release_file")
  public func releaseFile(_ number: Int32) {
    guard readings.indices.contains(Int(number)) else { return }
    readings[Int(number)] = .mistake(InputError(source: "", problem: "a file that was removed"))
  }

  /// Plays the tracks past the regions among the files whose numbers the message has, in the order in
  /// which they were read from 0 on, and answers with what a page draws of them.
  @_cdecl("draw_page")
  public func drawPage() -> Int32 {
    let files = message.compactMap { Int(exactly: $0) }.filter { readings.indices.contains($0) }
    let text: String
    do throws(InputError) {
      text = try PlaygroundDrawing(of: files.map { readings[$0] }).json
    } catch {
      text = EngineJSON.object([("error", error.description.jsonText)])
    }
    answer = Array(text.utf8)
    return Int32(answer.count)
  }
#endif
