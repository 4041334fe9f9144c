#pragma once

#include "engine/simt/findings/read_only_loads.h"
#include "engine/simt/machine/observer.h"

namespace warploom::simt {

/// Tracks reads and writes of arrays that have no initial contents (initcheck). See FirstWrites.
class InitCheck final : public BlockObserver {
public:
    /// Creates the check. `is_alone` states whether a single host thread runs all blocks.
    InitCheck(const ExecutionContext& around, bool is_alone) : around_(around), is_alone_(is_alone) {}
    void access(const AccessEvent& event) override;

private:
    const ExecutionContext& around_;
    bool is_alone_;
    std::array<std::int64_t, lanes_of_a_warp> scaled_{};
};

/// Tracks which elements are read with __ldg(), and which elements are written. See ReadOnlyLoads.
class ReadOnlyCheck final : public BlockObserver {
public:
    ReadOnlyCheck(const ExecutionContext& around, ReadOnlyLoads& loads) : around_(around), loads_(loads) {}
    void access(const AccessEvent& event) override;

private:
    const ExecutionContext& around_;
    ReadOnlyLoads& loads_;
    std::array<std::int64_t, lanes_of_a_warp> scaled_{};
};

} // namespace warploom::simt
