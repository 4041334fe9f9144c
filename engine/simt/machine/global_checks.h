#pragma once

#include "engine/simt/findings/read_only_loads.h"
#include "engine/simt/machine/observer.h"

namespace warploom::simt {

/// Detects reads of uninitialized elements in arrays without initial contents (initcheck). See FirstWrites.
class InitCheck final : public BlockObserver {
public:
    /// Creates the check for a block. `is_alone` means that a single host thread runs all blocks.
    InitCheck(const ExecutionContext& around, bool is_alone) : around_(around), is_alone_(is_alone) {}
    void access(const AccessEvent& event) override;

private:
    const ExecutionContext& around_;
    bool is_alone_;
    std::array<std::int64_t, lanes_of_a_warp> scaled_{};
};

/// Records the elements that a launch reads with __ldg(), and those that it writes. See ReadOnlyLoads.
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
