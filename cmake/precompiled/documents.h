// Precompiled header for all sources that write or read documents. Of our own headers, it contains those with templates
// that take longest to compile.
#pragma once

#include "common.h"

#include "engine/protocol/serialization/fields.h"
#include "engine/table.h"
