// The functions are inline: this file is here because a target needs one.
#include "ByteMasks.h"
