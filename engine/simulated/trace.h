#pragma once

#include "engine/simt/trace/trace.h"

#include <cstdint>
#include <string>
#include <vector>

// Trace events of a call: kernel launches, and the steps of each multiprocessor (memory accesses, shuffles and
// barriers) from the interpreter (engine/simt).

namespace warploom::simulated {

using simt::Access;
using simt::Finding;
using simt::Site;
using simt::Space;
using simt::StepSink;
using simt::TracedArray;
using simt::warp_size;
using simt::WarpInstruction;
using warploom::to_string;

struct LaunchInfo {
    int number = 0; ///< index of the launch in the traced call
    std::string kernel;
    std::int64_t blocks = 0;
    int block_size = 0;
    int turns_ahead = 1; ///< number of iterations that the compiler overlaps (see CountingSink)
    /// Whether threads wait for values from other threads. In a traced run, these values are available immediately.
    bool waits = false;
    int registers = 0; ///< registers per thread from __maxnreg__; 0 if unspecified
};

/// Receives the trace of a call, launch by launch. The tracer adds arrays and sites (source locations) to its lists
/// during the call. A sink may keep references to the lists, so that it can look up the indices that steps contain.
class TraceSink {
public:
    virtual ~TraceSink() = default;
    virtual void begin_launch(const LaunchInfo&, const std::vector<std::int64_t>& traced_blocks) = 0;
    /// Called for each multiprocessor with traced blocks, before any block runs. The multiprocessors then deliver their
    /// steps concurrently from different host threads; a multiprocessor always uses the same thread.
    virtual StepSink& multiprocessor(int number) = 0;
    /// Ends a launch. `shared_bytes` is the maximum shared memory size of a block, in bytes.
    virtual void end_launch(std::int64_t shared_bytes) = 0;
};

} // namespace warploom::simulated
