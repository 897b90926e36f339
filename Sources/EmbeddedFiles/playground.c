#include "embedding.h"

BEGIN(playground_wasm_gz)
#embed "playground.wasm.gz"
END(playground_wasm_gz)

BEGIN(playground_page)
#embed "../GeofenceReport/Resources/playground.html"
END(playground_page)

BEGIN(playground_script)
#embed "../GeofenceReport/Resources/playground.js"
END(playground_script)
