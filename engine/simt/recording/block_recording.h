#pragma once

#include "engine/simt/code/code.h"
#include "engine/simt/code/lane_functions.h"
#include "engine/simt/trace/trace.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// The recorded execution of one block, for debuggers. A position is the number of instructions that the warps of the
// block have executed so far, in execution order. Position 0 is the start of the block, and position n is the state
// before instruction n.

namespace warploom::simt {

/// The value of a 4-byte register in each lane.
using LaneWords = std::array<std::uint32_t, lanes_of_a_warp>;
/// A number in each lane. A number with fewer than 8 bytes is stored in the low bytes.
using LaneNumbers = std::array<std::uint64_t, lanes_of_a_warp>;

struct RecordedInstruction {
    std::uint32_t pc = 0;
    std::uint32_t active = 0; ///< mask of the active lanes
    std::uint16_t warp = 0;
};

/// An array that was passed to the launch, or a shared array of the block.
struct RecordedObject {
    std::string name;
    std::int64_t bytes = 0, element_bytes = 1;
    bool is_shared = false;
    /// Contents at the first recorded position; empty if the array was too large to copy.
    std::vector<std::byte> contents = {};
};

/// A load, store, atomic operation or shuffle. The elements of a shuffle are the source lanes.
struct RecordedAccess {
    std::uint32_t position = 0; ///< position of the instruction
    std::uint32_t object = 0;
    std::uint32_t lanes = 0; ///< lanes whose elements are within the array
    Access access = Access::load;
    bool writes() const { return access == Access::store || access == Access::atomic; }
    int bytes = 4;                ///< bytes per lane
    std::uint32_t first_word = 0; ///< index of its element indices and atomic results in BlockRecording::words_
};

/// Everything that the warps of a block computed. Values are available for positions from first() to last().
/// Instructions are available from the start of the block.
class BlockRecording {
public:
    const Code& code() const { return *code_; }
    const std::string& file() const { return file_; } ///< name of the kernel source
    std::int64_t block() const { return block_; }
    int warps() const { return static_cast<int>(warps_.size()); }
    const std::array<std::int64_t, 3>& block_size() const { return block_size_; }
    const std::array<std::int64_t, 3>& grid_size() const { return grid_size_; }
    std::uint32_t launched(int warp) const { return warps_[static_cast<std::size_t>(warp)].launched; }

    std::int64_t size() const { return static_cast<std::int64_t>(instructions_.size()); }
    const RecordedInstruction& operator[](std::int64_t at) const { return instructions_[static_cast<std::size_t>(at)]; }
    /// Returns the first position for which values are recorded. last() returns the last such position.
    std::int64_t first() const { return first_; }
    std::int64_t last() const { return last_; }
    bool covers(std::int64_t position) const { return first_ <= position && position <= last_; }
    /// Returns whether the block executed more instructions than the recording can hold.
    bool is_cut() const { return is_cut_; }
    std::size_t bytes() const;

    /// Returns the position of a warp's next instruction at or after `position`, or size() if there is none.
    std::int64_t next_of(int warp, std::int64_t position) const;
    /// Returns the position of a warp's last instruction before `position`, or -1 if there is none.
    std::int64_t previous_of(int warp, std::int64_t position) const;

    /// Returns the value of a register at a position. The value in each lane is the one that the lane wrote last.
    LaneWords register_at(int warp, std::uint32_t unit, std::int64_t position) const;
    /// Returns the number in a register at a position, or in a pair of registers if `is_wide` is set (8 bytes).
    LaneNumbers number_at(int warp, std::uint32_t unit, bool is_wide, std::int64_t position) const;
    /// Returns a mask of the lanes that wrote a register in the instructions from `from` to `position` - 1.
    std::uint32_t lanes_written(int warp, std::uint32_t unit, std::int64_t from, std::int64_t position) const;
    /// Returns the position of the last instruction before `position` in which a lane wrote a register, or -1 if there
    /// is none.
    std::int64_t last_write(int warp, std::uint32_t unit, int lane, std::int64_t position) const;
    /// Returns the position of the first instruction at or after `position` in which a lane wrote a register, or -1 if
    /// there is none.
    std::int64_t next_write(int warp, std::uint32_t unit, int lane, std::int64_t position) const;

    const std::vector<RecordedObject>& objects() const { return objects_; }
    const std::vector<RecordedAccess>& accesses() const { return accesses_; } ///< accesses in execution order
    /// Returns the access that an instruction performed, or null if it performed none. An access through pointers to
    /// several arrays consists of several consecutive parts. This function returns the first part.
    const RecordedAccess* access_at(std::int64_t instruction) const;
    /// Returns the byte offset in the array of the element that a lane accesses.
    std::int64_t offset_of(const RecordedAccess& access, int lane) const;
    struct Written {
        std::int64_t position = -1; ///< position of the instruction; -1 if no thread of the block wrote the byte
        int lane = 0;
    };
    /// Finds the last write of this block to a byte before a position.
    Written last_written(std::size_t object, std::int64_t offset, std::int64_t position) const;
    /// Returns the contents of an array at a position, as changed by this block. Empty if the array was not copied.
    std::vector<std::byte> contents_at(std::size_t object, std::int64_t position) const;
    /// Returns a number of up to 8 bytes in an array at a position, or std::nullopt if the number is out of bounds or
    /// the array was not copied.
    std::optional<std::uint64_t> memory_at(std::size_t object, std::int64_t offset, int bytes,
                                           std::int64_t position) const;

private:
    friend class BlockRecorder;
    /// A write to a register.
    struct Change {
        std::uint32_t position = 0; ///< position of the instruction
        std::uint32_t lanes = 0;
        std::uint32_t word = 0; ///< index of the value in words_, with `is_same` set if all lanes have this value
    };
    static constexpr std::uint32_t is_same = 0x80000000u;
    struct WarpHistory {
        std::uint32_t launched = 0;
        std::vector<std::uint32_t> instructions;  ///< positions of the warp's instructions
        std::vector<std::vector<Change>> changes; ///< writes to each register; the first entry is the value at first()
    };

    const std::vector<Change>& changes_of(int warp, std::uint32_t unit) const {
        return warps_[static_cast<std::size_t>(warp)].changes[unit];
    }
    /// Applies a store or atomic operation to the `bytes` bytes at `offset` in its array. `to` is a copy of these
    /// bytes.
    void apply(const RecordedAccess& access, std::int64_t offset, std::byte* to, std::int64_t bytes) const;

    std::shared_ptr<const void> owner_; ///< keeps the code alive
    const Code* code_ = nullptr;
    std::string file_;
    std::int64_t block_ = 0, first_ = 0, last_ = 0;
    bool is_cut_ = false;
    std::array<std::int64_t, 3> block_size_{1, 1, 1}, grid_size_{1, 1, 1};
    std::vector<RecordedInstruction> instructions_;
    std::vector<WarpHistory> warps_;
    std::vector<RecordedObject> objects_;
    std::vector<RecordedAccess> accesses_;
    std::vector<std::uint32_t> words_;
};

} // namespace warploom::simt
