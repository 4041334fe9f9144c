#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace warploom::simt {

/// Tracks which writes of a launch's warps are visible to which other warps. CUDA guarantees visibility through
/// fences: writes before __threadfence() and an atomic operation are visible to a warp that receives the result of a
/// later operation on the same element. This is how the last of several blocks can read the results of all others.
/// Flags have the same effect: a volatile store after a fence, and a volatile load before one. Barriers extend the
/// order: a warp publishes its own writes and all writes that a barrier ordered before its fence, and after a barrier
/// the whole block knows everything that any of its warps has learned. Not thread-safe.
class BlockOrder {
public:
    /// A warp of a block; a block has at most 32 warps.
    struct Who {
        std::int64_t block = 0;
        int warp = 0;
    };
    /// A mask with a bit for each warp of a block.
    using Warps = std::uint32_t;

    explicit BlockOrder(std::int64_t blocks);
    /// Records an atomic operation or a volatile store. `told`: warps of the same block whose writes become visible
    /// to the next warp that reads the element; none without a preceding fence. `learns`: whether the result is used.
    void atomic(Who who, std::size_t object, std::int64_t element, Warps told, bool learns);
    /// Records a volatile load of an element that a volatile store may have changed. The reader is ordered only after
    /// its next fence.
    void look(Who who, std::size_t object, std::int64_t element);
    void fence(Who who);
    /// Records a barrier of all warps of a block.
    void meet(std::int64_t block);
    bool is_before(Who other, Who who);

private:
    using Blocks = std::vector<Warps>; ///< indexed by block, up to the last block with known writes
    struct Known {
        Blocks behind, seen; ///< seen: takes effect at the next fence
        bool has_behind(std::size_t place, int warp) const {
            return place < behind.size() && (behind[place] >> warp & 1u) != 0;
        }
    };
    /// The state of one block: known to each warp, and known to all warps since the last barrier.
    struct KnownInBlock {
        std::vector<Known> warps;
        Known all;
    };

    std::size_t place_of(std::int64_t block) const { return is_exact_ ? static_cast<std::size_t>(block) : 0; }
    static void include(Blocks& all, const Blocks& others);
    KnownInBlock& in_block(std::int64_t block);
    Known& known_to(Who who);

    /// If false, all blocks are treated as one: a warp that learns anything is ordered after all writes.
    bool is_exact_;
    std::map<std::int64_t, KnownInBlock> known_;
    std::map<std::pair<std::size_t, std::int64_t>, Blocks> told_; ///< by element
    /// The last block that was looked up, because the next lookup is usually for the same block.
    std::int64_t last_block_ = -1;
    KnownInBlock* last_ = nullptr;
};

} // namespace warploom::simt
