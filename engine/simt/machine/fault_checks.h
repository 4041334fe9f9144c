#pragma once

#include "engine/simt/machine/fault_observer.h"
#include "engine/simt/machine/reports.h"

#include <cstddef>
#include <cstdint>
#include <vector>

// The checks for errors that the machine detects without tracking accesses. They apply to all blocks, recorded or not,
// and to host code.

namespace warploom::simt {

/// Reports out-of-bounds accesses, misaligned accesses, and writes to read-only arrays (memcheck).
class MemCheck final : public FaultObserver {
public:
    explicit MemCheck(ExecutionContext& around) : around_(around), reports_(around) {}
    void observe(const Fault& fault) override;

private:
    void report_miss(const MemoryFault& fault);
    void report_write(const MemoryFault& fault);

    struct Missed {
        /// 1 plus the block of the error; 0 if there is no finding.
        std::int64_t block = 0;
        Finding* finding = nullptr;
    };
    const ExecutionContext& around_;
    Reports reports_;
    /// For each instruction, its out-of-bounds finding in the current block. The finding counts repeated errors.
    std::vector<Missed> missed_;
};

/// Reports barrier divergence, invalid masks of warp-level operations, and the use of values from nonparticipating
/// lanes (synccheck).
class SyncCheck final : public FaultObserver {
public:
    explicit SyncCheck(ExecutionContext& around) : reports_(around) {}
    void observe(const Fault& fault) override;

private:
    void report_barrier(const BarrierFault& fault);
    void report_mask(const MaskFault& fault);
    void report_lane(const UnsetUse& use);

    Reports reports_;
};

/// Reports the use of uninitialized variables, which is the part of initcheck that concerns registers.
class UnsetCheck final : public FaultObserver {
public:
    explicit UnsetCheck(ExecutionContext& around) : code_(*around.code), reports_(around) {}
    void observe(const Fault& fault) override;

private:
    const Code& code_;
    Reports reports_;
};

/// Adds the enabled checks to an execution context.
class FaultChecks {
public:
    FaultChecks(ExecutionContext& around, const Checks& checks);
    FaultChecks(const FaultChecks&) = delete;
    FaultChecks& operator=(const FaultChecks&) = delete;

private:
    MemCheck memory_;
    SyncCheck synchronization_;
    UnsetCheck initialization_;
};

} // namespace warploom::simt
