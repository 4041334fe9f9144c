// Read once for all sources of kernels: what nearly every one of them includes.
#pragma once

#include "common.h"

#include "engine/simulated/tracer.h"
#include "kernels/formats/arrays.h"
#include "kernels/machine/machine.h"
