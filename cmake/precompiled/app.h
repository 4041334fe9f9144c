// Read once for all sources of the command line and the worker.
#pragma once

#include "documents.h"

#include "app/run/run_result.h"
#include "app/worker/describe.h"
