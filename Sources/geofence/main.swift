import CLibrary
import GeofenceBytes
import GeofenceCommandLine

StandardStreams.hold()
Interruption.listen()
ByteSource.endWaits { Interruption.hasArrived }
exit(Tool.run(Tool.arguments.dropFirst()).rawValue)
