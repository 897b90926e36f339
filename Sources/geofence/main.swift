import CLibrary
import GeofenceBytes

StandardStreams.hold()
Interruption.listen()
InputWaits.end { Interruption.isRequested }
exit(Tool.run(Tool.arguments.dropFirst()).rawValue)
