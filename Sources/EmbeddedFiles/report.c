#include "embedding.h"

BEGIN(report_page)
#embed "../GeofenceReport/Resources/report.html"
END(report_page)

BEGIN(report_style)
#embed "../GeofenceReport/Resources/report.css"
#embed "../GeofenceReport/Resources/print.css" prefix(, )
END(report_style)

// The parts of the script, in the order of their dependencies.
BEGIN(report_script)
#embed "../GeofenceReport/Resources/data.js"
#embed "../GeofenceReport/Resources/time.js" prefix(, '\n', )
#embed "../GeofenceReport/Resources/state.js" prefix(, '\n', )
#embed "../GeofenceReport/Resources/map.js" prefix(, '\n', )
#embed "../GeofenceReport/Resources/basemap.js" prefix(, '\n', )
#embed "../GeofenceReport/Resources/track.js" prefix(, '\n', )
#embed "../GeofenceReport/Resources/fleet.js" prefix(, '\n', )
#embed "../GeofenceReport/Resources/graticule.js" prefix(, '\n', )
#embed "../GeofenceReport/Resources/moment.js" prefix(, '\n', )
#embed "../GeofenceReport/Resources/story.js" prefix(, '\n', )
#embed "../GeofenceReport/Resources/profile.js" prefix(, '\n', )
#embed "../GeofenceReport/Resources/lanes.js" prefix(, '\n', )
#embed "../GeofenceReport/Resources/timeline.js" prefix(, '\n', )
#embed "../GeofenceReport/Resources/window.js" prefix(, '\n', )
#embed "../GeofenceReport/Resources/lists.js" prefix(, '\n', )
#embed "../GeofenceReport/Resources/cursor.js" prefix(, '\n', )
#embed "../GeofenceReport/Resources/address.js" prefix(, '\n', )
#embed "../GeofenceReport/Resources/paper.js" prefix(, '\n', )
#embed "../GeofenceReport/Resources/problems.js" prefix(, '\n', )
#embed "../GeofenceReport/Resources/what-if.js" prefix(, '\n', )
#embed "../GeofenceReport/Resources/controls.js" prefix(, '\n', )
END(report_script)
