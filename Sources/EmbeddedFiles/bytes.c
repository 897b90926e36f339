#include "embedding.h"

BEGIN(code_pages)
#embed "../GeofenceBytes/Bytes/code-pages.txt"
END(code_pages)
