#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

Interruption.listen()
exit(Tool.run(CommandLine.arguments.dropFirst()).rawValue)
