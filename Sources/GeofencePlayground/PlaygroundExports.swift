// The functions that a playground calls beside those of every page, which exist in WebAssembly alone.
#if arch(wasm32)
  import GeofenceCore
  import GeofenceEngine

  /// The devices of the track that was read last.
  nonisolated(unsafe) private var devices: [EngineMessage.Device] = []

  /// Reads the file that the message has, and returns the number of bytes of the answer.
  @_cdecl("read_file")
  public func readFile() -> Int32 {
    let reading = PlaygroundFile(message)?.read()
    if case .track(let read, _) = reading { devices = read }
    answer = Array((reading?.json ?? "{\"error\":\"an incomplete message\"}").utf8)
    return Int32(answer.count)
  }

  /// Plays the devices in the world that the message has, and answers with what a page draws of them.
  @_cdecl("draw_page")
  public func drawPage() -> Int32 {
    let drawing =
      if case .world(let world, _) = EngineMessage(message) {
        PlaygroundDrawing(world, devices)
      } else { nil as PlaygroundDrawing? }
    answer = Array((drawing?.json ?? "{\"error\":\"two regions have the same identifier\"}").utf8)
    return Int32(answer.count)
  }
#endif
