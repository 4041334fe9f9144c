// Precompiled header for all sources of kernels. It contains the headers that nearly all of them include.
#pragma once

#include "common.h"

#include "engine/simulated/tracer.h"
#include "kernels/formats/arrays.h"
#include "kernels/machine/machine.h"
