#pragma once

#include "engine/simt/machine/instruction_observer.h"
#include "engine/simt/recording/block_recording.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace warploom::simt {

/// The limits of a recording, which uses at most 256 MiB. A longer run is recorded in parts: instructions are recorded
/// from the start, but values are recorded only from `first` until they occupy `most_bytes_of_values`. Runs are
/// deterministic, so another part can be recorded by running the block again.
struct RecordingLimits {
    std::int64_t first = 0;
    std::size_t most_bytes_of_values = std::size_t{170} << 20;
    std::int64_t most_instructions = 8'000'000; ///< maximum number of recorded instructions, of 8 bytes each
    std::size_t most_kinds = 500'000;           ///< maximum number of combinations of an instruction and an active mask
    std::size_t most_copied_bytes = std::size_t{64} << 20; ///< maximum total size in bytes of copied arrays
};

/// Records the execution of one block in the first launch that has this block.
class BlockRecorder final : public InstructionObserver {
public:
    explicit BlockRecorder(std::int64_t block, const RecordingLimits& limits = {}) : block_(block), limits_(limits) {}

    /// Enables or disables recording for later launches. It is initially enabled.
    void watch(bool is_watched) { is_watched_ = is_watched; }
    /// Returns the recorded execution of the block, or null if the block has not finished.
    std::shared_ptr<const BlockRecording> recording() const { return is_ended_ ? made_ : nullptr; }

    void begin_block(const LaunchPlan& plan, std::int64_t block, const std::vector<Warp>& warps,
                     const std::vector<Object>& objects) override;
    void executed(const ExecutedInstruction& instruction) override;
    void end_block() override;
    /// Ends the recording before the block has finished. Returns false if no values have been recorded.
    bool cut();

private:
    /// The registers of a warp. They contain the value that each lane wrote last.
    struct Registers {
        std::vector<LaneWords> units;
        /// If the warp waits at a barrier, the register for the result of the barrier.
        std::uint32_t result_of_barrier = no_register;
        std::uint32_t barrier = 0;
    };

    void copy_objects(const std::vector<Object>& objects);
    void begin_values();
    void note(const Warp& warp, std::uint32_t unit, bool is_wide, std::uint32_t lanes, std::uint32_t position);
    void note_results(const ExecutedInstruction& at, std::uint32_t pc, std::uint32_t position);
    void note_access(const ExecutedInstruction& at, std::uint32_t position);
    std::uint32_t put(const LaneWords& words);
    std::uint32_t kind_of(const RecordedInstruction& instruction);

    const std::int64_t block_;
    const RecordingLimits limits_;
    std::shared_ptr<BlockRecording> made_;
    const std::vector<Object>* objects_ = nullptr;
    std::vector<Registers> registers_;
    /// For each instruction of each warp, its latest entries in BlockRecording::kinds_, as 1-based indices; 0 if
    /// unused.
    std::vector<std::array<std::uint32_t, 4>> kinds_;
    std::size_t bytes_ = 0;
    bool is_watched_ = true, is_running_ = false, is_ended_ = false, is_full_ = false, has_values_ = false;
};

} // namespace warploom::simt
