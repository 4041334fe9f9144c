// Precompiled header for all sources of the command line and the worker.
#pragma once

#include "documents.h"

#include "app/info/describe.h"
#include "app/problem/run_result.h"
