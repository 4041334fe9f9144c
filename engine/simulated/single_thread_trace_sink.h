#pragma once

#include "engine/simulated/trace.h"

#include <cstdint>
#include <vector>

namespace warploom::simulated {

/// A sink for all multiprocessors, used if a single multiprocessor is traced (TraceOptions) or a single thread is used.
/// Ignores the events that it does not override.
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
