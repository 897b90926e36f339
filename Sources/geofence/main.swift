import CLibrary

StandardStreams.hold()
Interruption.listen()
exit(Tool.run(Tool.arguments.dropFirst()).rawValue)
