// Read once for all sources that write or read documents: of our own headers those whose templates take longest.
#pragma once

#include "common.h"

#include "engine/fields/fields.h"
#include "engine/table.h"
