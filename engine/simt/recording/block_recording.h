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

// The recorded execution of one block, for debuggers. A position is the number of instructions that all warps of the
// block have executed so far, in execution order. Position 0 is the start of the block, and position n is the state
// before instruction n.

namespace warploom::simt {

/// The 4-byte values of a register in all lanes.
using LaneWords = std::array<std::uint32_t, lanes_of_a_warp>;
/// One number per lane. A number with fewer than 8 bytes is stored in the low bytes.
using LaneNumbers = std::array<std::uint64_t, lanes_of_a_warp>;

struct RecordedInstruction {
    std::uint32_t pc = 0;
    std::uint32_t active = 0; ///< mask of the lanes that executed the instruction
    std::uint16_t warp = 0;
};

/// An array that was passed to the kernel launch, or a shared array of the block.
struct RecordedObject {
    std::string name;
    std::int64_t bytes = 0, element_bytes = 1;
    bool is_shared = false;
    /// Contents of the array at the first recorded position. Empty if the array was too large to copy.
    std::vector<std::byte> contents = {};
};

/// A recorded load, store, atomic operation, or shuffle. For a shuffle, the element indices are the source lanes.
struct RecordedAccess {
    std::uint32_t position = 0; ///< position (instruction count) at which the access was executed
    std::uint32_t object = 0;
    std::uint32_t lanes = 0; ///< mask of the lanes that access elements within the bounds of the array
    Access access = Access::load;
    bool writes() const { return access == Access::store || access == Access::atomic; }
    int bytes = 4; ///< number of bytes that each lane accesses
    /// Index in BlockRecording::words_ at which the element indices and atomic results of the access begin.
    std::uint32_t first_word = 0;
};

/// The recorded execution of one block. Values of variables are available for positions from first() to last().
/// Instructions are available from the start of the block.
class BlockRecording {
public:
    const Code& code() const { return *code_; }
    const std::string& file() const { return file_; } ///< returns the name of the kernel source file
    std::int64_t block() const { return block_; }
    int warps() const { return static_cast<int>(warps_.size()); }
    const std::array<std::int64_t, 3>& block_size() const { return block_size_; }
    const std::array<std::int64_t, 3>& grid_size() const { return grid_size_; }
    std::uint32_t launched(int warp) const { return warps_[static_cast<std::size_t>(warp)].launched; }

    std::int64_t size() const { return static_cast<std::int64_t>(instructions_.size()); }
    const RecordedInstruction& operator[](std::int64_t at) const { return instructions_[static_cast<std::size_t>(at)]; }
    /// Returns the first position for which values were recorded. last() returns the last such position.
    std::int64_t first() const { return first_; }
    std::int64_t last() const { return last_; }
    bool covers(std::int64_t position) const { return first_ <= position && position <= last_; }
    /// Returns whether the recording is incomplete because the block executed too many instructions.
    bool is_cut() const { return is_cut_; }
    std::size_t bytes() const;

    /// Returns the position of the first instruction of a warp at or after `position`, or size() if there is none.
    std::int64_t next_of(int warp, std::int64_t position) const;
    /// Returns the position of the last instruction of a warp before `position`, or -1 if there is none.
    std::int64_t previous_of(int warp, std::int64_t position) const;

    /// Returns the value of a register at a position of the recording. Each lane contains the value that this lane
    /// wrote last.
    LaneWords register_at(int warp, std::uint32_t unit, std::int64_t position) const;
    /// Returns the number in a register at a position. If `is_wide` is true, returns the 8-byte number in a pair of
    /// registers.
    LaneNumbers number_at(int warp, std::uint32_t unit, bool is_wide, std::int64_t position) const;
    /// Returns a mask of the lanes that wrote to a register in the instructions from `from` to `position` - 1.
    std::uint32_t lanes_written(int warp, std::uint32_t unit, std::int64_t from, std::int64_t position) const;
    /// Returns the position of the last instruction before `position` in which a lane wrote to a register, or -1 if
    /// there is none.
    std::int64_t last_write(int warp, std::uint32_t unit, int lane, std::int64_t position) const;
    /// Returns the position of the first instruction at or after `position` in which a lane wrote to a register, or -1
    /// if there is none.
    std::int64_t next_write(int warp, std::uint32_t unit, int lane, std::int64_t position) const;

    const std::vector<RecordedObject>& objects() const { return objects_; }
    /// Returns all recorded memory accesses in execution order.
    const std::vector<RecordedAccess>& accesses() const { return accesses_; }
    /// Returns the memory access that an instruction performed, or null if it performed none. If the instruction
    /// accessed several arrays, its access consists of several consecutive parts, and this function returns the first
    /// part.
    const RecordedAccess* access_at(std::int64_t instruction) const;
    /// Returns the offset of the element that a lane accesses, in bytes from the start of the array.
    std::int64_t offset_of(const RecordedAccess& access, int lane) const;
    struct Written {
        /// Position of the instruction that wrote the byte; -1 if no thread of the block wrote it.
        std::int64_t position = -1;
        int lane = 0;
    };
    /// Finds the last instruction of this block before `position` that wrote a byte of an array. `offset` is the index
    /// of the byte.
    Written last_written(std::size_t object, std::int64_t offset, std::int64_t position) const;
    /// Returns the contents of an array at a position, including the changes that this block has made so far. Returns
    /// an empty list if the array was not copied.
    std::vector<std::byte> contents_at(std::size_t object, std::int64_t position) const;
    /// Returns a number of up to 8 bytes in an array at a position. Returns std::nullopt if the number is out of bounds
    /// or if the array was not copied.
    std::optional<std::uint64_t> memory_at(std::size_t object, std::int64_t offset, int bytes,
                                           std::int64_t position) const;

private:
    friend class BlockRecorder;
    /// A recorded change of the value of a register.
    struct Change {
        std::uint32_t position = 0; ///< position of the instruction that wrote to the register
        std::uint32_t lanes = 0;
        /// Index of the value in words_; the bit `is_same` is set if all lanes have this value.
        std::uint32_t word = 0;
    };
    static constexpr std::uint32_t is_same = 0x80000000u;
    struct WarpHistory {
        std::uint32_t launched = 0;
        /// Positions in the recording of all instructions that the warp executed.
        std::vector<std::uint32_t> instructions;
        /// Changes of each register; the first entry is the value at first().
        std::vector<std::vector<Change>> changes;
    };

    const std::vector<Change>& changes_of(int warp, std::uint32_t unit) const {
        return warps_[static_cast<std::size_t>(warp)].changes[unit];
    }
    /// Applies a recorded store or atomic operation to a range of bytes of its array. `offset` is the index of the
    /// first byte, and `to` is a copy of the bytes.
    void apply(const RecordedAccess& access, std::int64_t offset, std::byte* to, std::int64_t bytes) const;

    std::shared_ptr<const void> owner_; ///< owner of the kernel code, so that the code is not destroyed
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
