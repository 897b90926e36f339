// Who reads regions, scenarios and settings reads them by the scanners of tracks.
@_exported import GeofenceTracks
