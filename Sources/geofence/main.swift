import CLibrary
import GeofenceBytes
import GeofenceCommandLine

StandardStreams.hold()
Interruption.listen()
ByteSource.endWaits { Interruption.isRequested }
exit(Tool.run(Tool.arguments.dropFirst()).rawValue)
