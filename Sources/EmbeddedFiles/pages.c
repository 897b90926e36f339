#include "embedding.h"

BEGIN(android_md)
#embed "../geofence/Topics/Pages/android.md"
END(android_md)

BEGIN(calendars_md)
#embed "../geofence/Topics/Pages/calendars.md"
END(calendars_md)

BEGIN(ci_md)
#embed "../geofence/Topics/Pages/ci.md"
END(ci_md)

BEGIN(crossings_md)
#embed "../geofence/Topics/Pages/crossings.md"
END(crossings_md)

BEGIN(exit_status_md)
#embed "../geofence/Topics/Pages/exit-status.md"
END(exit_status_md)

BEGIN(expectations_md)
#embed "../geofence/Topics/Pages/expectations.md"
END(expectations_md)

BEGIN(fleets_md)
#embed "../geofence/Topics/Pages/fleets.md"
END(fleets_md)

BEGIN(glossary_md)
#embed "../geofence/Topics/Pages/glossary.md"
END(glossary_md)

BEGIN(losses_md)
#embed "../geofence/Topics/Pages/losses.md"
END(losses_md)

BEGIN(output_md)
#embed "../geofence/Topics/Pages/output.md"
END(output_md)

BEGIN(positioning_md)
#embed "../geofence/Topics/Pages/positioning.md"
END(positioning_md)

BEGIN(recordings_md)
#embed "../geofence/Topics/Pages/recordings.md"
END(recordings_md)

BEGIN(simulators_md)
#embed "../geofence/Topics/Pages/simulators.md"
END(simulators_md)

BEGIN(regions_md)
#embed "../geofence/Topics/Pages/regions.md"
END(regions_md)

BEGIN(reports_md)
#embed "../geofence/Topics/Pages/reports.md"
END(reports_md)

BEGIN(rules_md)
#embed "../geofence/Topics/Pages/rules.md"
END(rules_md)

BEGIN(scenarios_md)
#embed "../geofence/Topics/Pages/scenarios.md"
END(scenarios_md)

BEGIN(selection_md)
#embed "../geofence/Topics/Pages/selection.md"
END(selection_md)

BEGIN(state_md)
#embed "../geofence/Topics/Pages/state.md"
END(state_md)

BEGIN(symptoms_md)
#embed "../geofence/Topics/Pages/symptoms.md"
END(symptoms_md)
BEGIN(tests_md)
#embed "../geofence/Topics/Pages/tests.md"
END(tests_md)

BEGIN(tracks_md)
#embed "../geofence/Topics/Pages/tracks.md"
END(tracks_md)
