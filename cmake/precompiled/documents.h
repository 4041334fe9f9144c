// Read once for all sources that write or read documents: of our own headers those whose templates take longest.
#pragma once

#include "common.h"

#include "engine/protocol/serialization/fields.h"
#include "engine/table.h"
