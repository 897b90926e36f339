#include "embedding.h"

BEGIN(engine_wasm_gz)
#embed "engine.wasm.gz"
END(engine_wasm_gz)
