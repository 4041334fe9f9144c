#pragma once

#include "engine/simt/trace/trace.h"

#include <cstdint>
#include <string>
#include <vector>

// Trace events of a call: its kernel launches, and the steps (memory accesses, shuffles and barriers) that the
// interpreter (engine/simt) reports for each multiprocessor.

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

/// A kernel launch that is about to be traced.
struct LaunchInfo {
    int number = 0; ///< index of the launch within the traced call, counted from 0
    std::string kernel;
    std::int64_t blocks = 0; ///< number of blocks in the grid
    int block_size = 0;
    int turns_ahead = 1; ///< number of loop iterations that a compiler would overlap (see CountingSink)
    /// Whether threads of the kernel wait for values from other threads. In a trace, these values are available
    /// immediately.
    bool waits = false;
    int registers = 0; ///< registers per thread, as specified by __maxnreg__; 0 if unspecified
};

/// Receives the trace of a complete call, launch by launch. The tracer adds arrays and sites (source locations) to its
/// lists during the call. A sink may keep references to the lists and look up the indices that steps contain.
class TraceSink {
public:
    virtual ~TraceSink() = default;
    virtual void begin_launch(const LaunchInfo&, const std::vector<std::int64_t>& traced_blocks) = 0;
    /// Called for each multiprocessor that has traced blocks, before any of the blocks runs. Afterward, the steps of
    /// different multiprocessors arrive concurrently on different host threads, and the steps of one multiprocessor
    /// arrive on a single thread.
    virtual StepSink& multiprocessor(int number) = 0;
    /// Ends a kernel launch. `shared_bytes` is the maximum shared memory size over all blocks, in bytes.
    virtual void end_launch(std::int64_t shared_bytes) = 0;
};

} // namespace warploom::simulated
