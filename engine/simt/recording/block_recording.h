#pragma once

#include "engine/simt/code/code.h"
#include "engine/simt/code/lane_functions.h"
#include "engine/simt/recording/chunks.h"
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
// block have executed so far. Position 0 is the start of the block, and position n is the state before instruction n.

namespace warploom::simt {

/// The 4-byte values of a register in all lanes.
using LaneWords = std::array<std::uint32_t, lanes_of_a_warp>;
/// One number per lane. Numbers smaller than 8 bytes are stored in the low bytes.
using LaneNumbers = std::array<std::uint64_t, lanes_of_a_warp>;

struct RecordedInstruction {
    std::uint32_t pc = 0;
    std::uint32_t active = 0; ///< mask of the lanes that executed the instruction
    std::uint16_t warp = 0;
};

/// An array that is passed to the launch, or a shared array of the block.
struct RecordedObject {
    std::string name;
    std::int64_t bytes = 0, element_bytes = 1;
    bool is_shared = false;
    bool may_change = true; ///< whether the kernel may write it
    /// Contents at the first recorded position. Empty if the array was too large to copy.
    std::vector<std::byte> contents = {};
};

/// A recorded load, store, atomic operation or shuffle. The element indices of a shuffle are the source lanes.
struct RecordedAccess {
    std::uint32_t position = 0;
    std::uint32_t object = 0;
    std::uint32_t lanes = 0; ///< mask of the lanes whose access is within bounds
    Access access = Access::load;
    bool writes() const { return access == Access::store || access == Access::atomic; }
    bool is_regular = false;      ///< whether the elements of the lanes are evenly spaced
    int bytes = 4;                ///< number of bytes that each lane accesses
    std::uint32_t first_word = 0; ///< index in BlockRecording::words_ at which the element indices and results begin
};

/// The recorded execution of one block. Values are available at positions first() to last(), and instructions from the
/// start of the block.
class BlockRecording {
public:
    const Code& code() const { return *code_; }
    const std::string& file() const { return file_; }
    std::int64_t block() const { return block_; }
    int warps() const { return static_cast<int>(warps_.size()); }
    const std::array<std::int64_t, 3>& block_size() const { return block_size_; }
    const std::array<std::int64_t, 3>& grid_size() const { return grid_size_; }
    std::uint32_t launched(int warp) const { return warps_[static_cast<std::size_t>(warp)].launched; }

    std::int64_t size() const { return static_cast<std::int64_t>(instructions_.size()); }
    const RecordedInstruction& operator[](std::int64_t at) const {
        return kinds_[instructions_[static_cast<std::size_t>(at)]];
    }
    /// Returns the number of instructions of a warp before a position.
    std::size_t count_of(int warp, std::int64_t position) const;
    /// Returns the positions of the instructions of a warp.
    const Chunks<std::uint32_t>& instructions_of(int warp) const {
        return warps_[static_cast<std::size_t>(warp)].instructions;
    }
    /// First and last position at which values are known.
    std::int64_t first() const { return first_; }
    std::int64_t last() const { return last_; }
    bool covers(std::int64_t position) const { return first_ <= position && position <= last_; }
    /// Returns whether the recording is incomplete, because there were too many instructions.
    bool is_cut() const { return is_cut_; }
    std::size_t bytes() const;

    /// Returns the position of the first instruction of a warp at or after `position`, or size() if there is none.
    std::int64_t next_of(int warp, std::int64_t position) const;
    /// Returns the position of the last instruction of a warp before `position`, or -1 if there is none.
    std::int64_t previous_of(int warp, std::int64_t position) const;

    /// Returns the position at which a warp last entered a code range, such as the scope of a variable, before
    /// `position`. Every instruction that the warp executed since then is in the range. Returns `position` if the warp
    /// is not in the range.
    std::int64_t entered(int warp, std::uint32_t begin, std::uint32_t end, std::int64_t position) const;

    /// Returns the 4-byte or 8-byte number in a register at a position. Each lane has the value that it wrote last
    /// while it was active.
    LaneNumbers number_at(int warp, std::uint32_t unit, bool is_wide, std::int64_t position) const;
    /// Returns a mask of those `lanes` that wrote a register between `from` and `position`.
    std::uint32_t lanes_written(int warp, std::uint32_t unit, std::int64_t from, std::int64_t position,
                                std::uint32_t lanes = whole_warp) const;
    /// Returns the last instruction before `position` in which a lane wrote a register, or -1 if there is none.
    std::int64_t last_write(int warp, std::uint32_t unit, int lane, std::int64_t position) const;

    const std::vector<RecordedObject>& objects() const { return objects_; }
    /// Returns all recorded memory accesses in execution order.
    const std::vector<RecordedAccess>& accesses() const { return accesses_; }
    /// Returns the memory access of an instruction, or null if there is none. If the instruction accessed several
    /// arrays, it has several consecutive accesses, and the first one is returned.
    const RecordedAccess* access_at(std::int64_t instruction) const;
    /// Returns the byte offset of the element that a lane accesses.
    std::int64_t offset_of(const RecordedAccess& access, int lane) const;
    /// Returns whether the element that a lane accesses contains this byte of the array.
    bool writes_byte(const RecordedAccess& access, int lane, std::int64_t offset) const;
    struct Written {
        /// Index of the instruction that wrote the byte; -1 if no thread of the block did.
        std::int64_t position = -1;
        int lane = 0;
    };
    /// Returns the last write to a byte by the block before a position, within the recorded range.
    Written last_written(std::size_t object, std::int64_t offset, std::int64_t position) const;
    /// Returns whether the block may have written an array before first().
    bool is_written_before(std::size_t object) const {
        return object < changed_before_.size() && changed_before_[object];
    }
    /// Returns the first write to a byte by the block at or after a position, within the recorded range.
    Written next_written(std::size_t object, std::int64_t offset, std::int64_t position) const;
    /// Returns the contents of an array at a position. The result is empty if the array was not copied.
    std::vector<std::byte> contents_at(std::size_t object, std::int64_t position) const;
    /// Returns a number of up to 8 bytes in an array at a position. Returns std::nullopt if the number is out of
    /// bounds, or if the array was not copied.
    std::optional<std::uint64_t> memory_at(std::size_t object, std::int64_t offset, int bytes,
                                           std::int64_t position) const;

private:
    friend class BlockRecorder;
    struct Change {
        std::uint32_t position = 0;
        std::uint32_t lanes = 0;
        std::uint32_t word = 0; ///< index into words_, combined with the following flags
    };
    static constexpr std::uint32_t is_same = 0x80000000u; ///< flag for one word, which is the same in all lanes
    static constexpr std::uint32_t is_regular =
        0x40000000u; ///< flag for two words: the value of lane 0, and the difference between adjacent lanes
    /// Flag for a register with one half of an 8-byte number in each lane. The recorded words contain whole 8-byte
    /// numbers, so the words of each of the two registers hold the numbers of 16 lanes.
    static constexpr std::uint32_t is_half = 0x20000000u;
    static constexpr std::uint32_t word_bits = is_half - 1;
    static constexpr std::uint32_t never = 0xffffffffu;
    struct PcRange {
        std::uint32_t least = 0xffffffffu, most = 0;
    };
    static constexpr std::size_t instructions_per_range = 256;
    struct WarpHistory {
        std::uint32_t launched = 0;
        Chunks<std::uint32_t> instructions;
        std::vector<PcRange> ranges;
        std::vector<std::vector<Change>> changes; ///< changes of each register, starting with the value at first()
        /// For each lane of each register, the last instruction before first() that wrote the lane, or `never`. Empty
        /// if values are recorded from the start.
        std::vector<LaneWords> written_before;
    };
    /// The write accesses to an array, grouped by part of the array. A part has 2^shift bytes.
    struct WriteIndex {
        int shift = 0;
        std::vector<std::uint32_t> begin; ///< start of each part and end of the last part; empty if there are no writes
        std::vector<std::uint32_t> accesses;
    };

    const std::vector<Change>& changes_of(int warp, std::uint32_t unit) const {
        return warps_[static_cast<std::size_t>(warp)].changes[unit];
    }
    const Change& change_at(int warp, std::uint32_t unit, std::int64_t position) const;
    LaneWords words_of(const Change& change) const;
    /// Returns the writes to the part of an array that contains a byte.
    std::pair<const std::uint32_t*, const std::uint32_t*> writes_of(std::size_t object, std::int64_t offset) const;
    void index_writes();
    /// Applies a store or atomic operation to the bytes of its array that begin at `offset`.
    void apply(const RecordedAccess& access, std::int64_t offset, std::byte* to, std::int64_t bytes) const;

    std::shared_ptr<const void> owner_; ///< keeps the kernel code alive
    const Code* code_ = nullptr;
    std::string file_;
    std::int64_t block_ = 0, first_ = 0, last_ = 0;
    bool is_cut_ = false;
    std::array<std::int64_t, 3> block_size_{1, 1, 1}, grid_size_{1, 1, 1};
    Chunks<std::uint32_t> instructions_; ///< for each executed instruction, an index into kinds_
    std::vector<RecordedInstruction> kinds_;
    std::vector<WarpHistory> warps_;
    std::vector<RecordedObject> objects_;
    std::vector<RecordedAccess> accesses_;
    std::vector<WriteIndex> writes_;   ///< the writes to each array
    std::vector<bool> changed_before_; ///< for each array, whether it was written before first_
    Chunks<std::uint32_t> words_;
};

} // namespace warploom::simt
