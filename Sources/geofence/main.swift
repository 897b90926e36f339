#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

StandardStreams.hold()
Interruption.listen()
exit(Tool.run(Tool.arguments.dropFirst()).rawValue)
