#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace warploom::simt {

/// Which blocks of a launch have their writes behind them for which others. CUDA promises it by a fence: what a block wrote
/// before __threadfence() and an atomic operation is there for a block that gets the result of a later operation on the same
/// element. So the last of several blocks reads what all others left. A flag does the same: a volatile store behind a fence, a
/// volatile load before one. Warps of one block are ordered in the same way. One thread at a time.
class BlockOrder {
public:
    explicit BlockOrder(std::int64_t blocks);
    /// `tells`: a fence came before. `learns`: the result is wanted.
    void atomic(std::int64_t block, std::size_t object, std::int64_t element, bool tells, bool learns);
    /// A volatile load of an element that a volatile store may have changed. The reader is ordered only after its next fence.
    void look(std::int64_t reader, std::size_t object, std::int64_t element);
    void fence(std::int64_t block, std::int64_t reader);
    bool is_before(std::int64_t other, std::int64_t block) const;

private:
    using Blocks = std::vector<std::uint64_t>; ///< a bit for each
    std::int64_t place_of(std::int64_t block) const { return is_exact_ ? block : 0; }

    bool is_exact_;     ///< else all blocks are one: whatever learns anything has all behind it
    std::size_t words_; ///< of Blocks
    std::map<std::int64_t, Blocks> known_;
    std::map<std::int64_t, Blocks> seen_;                         ///< by reader, until a fence
    std::map<std::pair<std::size_t, std::int64_t>, Blocks> told_; ///< by element
};

} // namespace warploom::simt
