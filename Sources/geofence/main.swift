import CLibrary
import GeofenceBytes
import GeofenceCommandLine

StandardStreams.hold()
Interruption.listen()
InputWaits.end { Interruption.isRequested }
exit(Tool.run(Tool.arguments.dropFirst()).rawValue)
