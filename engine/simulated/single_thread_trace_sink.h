#pragma once

#include "engine/simulated/trace.h"

#include <cstdint>
#include <vector>

namespace warploom::simulated {

/// Base class of trace sinks that receive the steps of all multiprocessors in one object. Requires TraceOptions with a
/// single multiprocessor, or a single thread that runs all blocks. Ignores events that a derived class does not
/// override.
class SingleThreadTraceSink : public TraceSink, public StepSink {
public:
    void begin_launch(const LaunchInfo&, const std::vector<std::int64_t>&) override {}
    StepSink& multiprocessor(int) override { return *this; }
    void end_launch(std::int64_t) override {}
    void begin_block(std::int64_t, int) override {}
    void step(std::int64_t, int, const WarpInstruction&) override {}
    void end_block(std::int64_t) override {}
};

} // namespace warploom::simulated
