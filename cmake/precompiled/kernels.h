// Read once for all sources of kernels: what nearly every one of them includes, whatever its target.
#pragma once

#include "common.h"

#include "engine/simulated/block_runner.h"
#include "engine/simulated/parallel_blocks.h"
#include "engine/simulated/tracer_impl.h"
#include "kernels/formats/arrays.h"
#include "kernels/machine/machine.h"
