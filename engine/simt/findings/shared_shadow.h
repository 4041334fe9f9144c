#pragma once

#include "engine/simt/findings/lane_order.h"
#include "engine/simt/trace/trace.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace warploom::simt {

/// Tracks which threads read and write each element of a shared array, to detect reads of uninitialized elements and
/// races. Two accesses of different threads race if at least one is a write and no barrier separates them. For two
/// lanes of a warp, a __syncwarp() that includes both is sufficient. Atomic operations do not race with each other.
class SharedShadow {
public:
    /// The time of an access, as 1 plus the number of barriers before it. Block-level and warp-level barriers are
    /// counted separately.
    struct When {
        std::uint32_t block = 1, warp = 1;
        LaneOrder* lanes = nullptr; ///< order of the lanes; null unless only some of them took part in recent barriers
    };
    struct Verdict {
        bool is_unwritten = false;
        bool is_race = false;
        int other = -1;
        bool other_reads = false;
        bool other_atomic = false;
        int writer = -1; ///< thread whose write races with this access; -1 if there is none
        std::uint32_t writer_epoch = 0;
        bool is_writer_atomic = false;

        void race_with_write(int by, std::uint32_t epoch, bool is_atomic) {
            is_race = true;
            other = writer = by;
            writer_epoch = epoch;
            is_writer_atomic = is_atomic;
        }
    };
    /// Records the accesses to one element of a shared array.
    struct Element {
        /// Records a read and checks whether it is an error. `key` identifies the element in LaneOrder::reads().
        Verdict read(int thread, When when, std::uint64_t key = 0);
        Verdict write(int thread, When when, bool is_atomic, std::uint64_t key = 0);

    private:
        friend class SharedShadow;
        void note_read(int warp, std::uint32_t lanes, When when);
        LaneOrder::Epochs& reads_of_lanes(int warp, When when, std::uint64_t key) const;
        static bool is_unordered(int other, std::uint32_t epoch, int thread, When when);

        std::uint32_t write_block = 0, write_warp = 0; ///< time of the last write; 0 if there was none
        std::int32_t writer = -1;
        bool was_atomic = false;
        // Thread of an earlier atomic write that is not ordered before the last write; -1 if there is none, or if the
        // last write was not atomic.
        std::int32_t earlier_writer = -1;
        std::uint32_t earlier_warp = 0;
        // Time of the latest read since the last block-level barrier.
        std::uint32_t read_block = 0, read_warp = 0;
        /// Mask of the warps that have read the element since the last block-level barrier.
        std::uint32_t reading_warps = 0;
        std::int32_t last_warp = -1;
        /// Mask of the lanes of `last_warp` that have read the element since the warp's last barrier.
        std::uint32_t last_lanes = 0;
    };

    SharedShadow() = default;
    explicit SharedShadow(std::int64_t size) { clear(size); }
    /// Discards all recorded accesses and tracks `size` elements from now on.
    void clear(std::int64_t size) {
        size_ = static_cast<std::size_t>(size);
        words_.resize(size_ * fields);
        std::fill_n(words_.begin(), size_ * cleared_fields, 0);
    }

    /// Splits each element into `parts` parts that are tracked separately. They inherit the recorded accesses.
    void split(std::int64_t parts) {
        const auto each = static_cast<std::size_t>(parts);
        std::vector<std::uint32_t> words(words_.size() * each);
        for (std::size_t w = 0; w < words.size(); ++w) words[w] = words_[w / each];
        words_ = std::move(words);
        size_ *= each;
    }

    Verdict read(std::int64_t index, int thread, When when) {
        Element element = get(index);
        const Verdict verdict = element.read(thread, when, key_of(index));
        put(index, element);
        return verdict;
    }
    /// Checks a read of a flag. Does not record the read, because another thread may later write the flag without a
    /// barrier.
    Verdict look(std::int64_t index, int thread, When when) { return get(index).read(thread, when); }
    Verdict write(std::int64_t index, int thread, When when, bool is_atomic) {
        Element element = get(index);
        const Verdict verdict = element.write(thread, when, is_atomic, key_of(index));
        put(index, element);
        return verdict;
    }
    /// Fast path of write(). If the write cannot be an error, records it and returns true. Otherwise, returns false and
    /// records nothing.
    bool write_unnoticed(std::int64_t index, int thread, When when) {
        if (*field(write_block, index) == when.block || *field(read_block, index) == when.block) return false;
        *field(write_block, index) = when.block;
        *field(write_warp, index) = when.warp;
        *field(writer, index) = static_cast<std::uint32_t>(thread + 1);
        return true;
    }
    /// Fast path of read() for adjacent elements, starting at `first`. If the reads cannot be errors, records them and
    /// returns true. Otherwise, returns false and records nothing. lanes[i] is a mask of the lanes that read element
    /// first + i.
    template <std::size_t count>
    bool read_unnoticed(std::int64_t first, int warp, const std::uint32_t (&lanes)[count], When when);

private:
    // Records are stored as a structure of arrays. Warps and threads are numbered from 1, and 0 means that there is
    // none.
    enum Field : std::size_t {
        write_block,
        write_warp,
        writer, ///< thread of the last write; the highest bit is set if the write was atomic
        read_block,
        read_warp,
        reading_warps,
        last_warp,
        last_lanes,
        cleared_fields, ///< marks the first of the fields that are valid only after an atomic write
        earlier_writer = cleared_fields,
        earlier_warp,
        fields
    };
    static constexpr std::uint32_t atomic_bit = 1u << 31;

    std::uint64_t key_of(std::int64_t index) { return reinterpret_cast<std::uintptr_t>(field(write_block, index)); }

    std::uint32_t* field(Field which, std::int64_t index) {
        return words_.data() + which * size_ + static_cast<std::size_t>(index);
    }
    Element get(std::int64_t index) {
        Element e;
        e.write_block = *field(write_block, index);
        e.write_warp = *field(write_warp, index);
        e.writer = static_cast<std::int32_t>(*field(writer, index) & ~atomic_bit) - 1;
        e.was_atomic = (*field(writer, index) & atomic_bit) != 0;
        e.earlier_writer = static_cast<std::int32_t>(*field(earlier_writer, index)) - 1;
        e.earlier_warp = *field(earlier_warp, index);
        e.read_block = *field(read_block, index);
        e.read_warp = *field(read_warp, index);
        e.reading_warps = *field(reading_warps, index);
        e.last_warp = static_cast<std::int32_t>(*field(last_warp, index)) - 1;
        e.last_lanes = *field(last_lanes, index);
        return e;
    }
    void put(std::int64_t index, const Element& e) {
        *field(write_block, index) = e.write_block;
        *field(write_warp, index) = e.write_warp;
        *field(writer, index) = static_cast<std::uint32_t>(e.writer + 1) | (e.was_atomic ? atomic_bit : 0);
        *field(earlier_writer, index) = static_cast<std::uint32_t>(e.earlier_writer + 1);
        *field(earlier_warp, index) = e.earlier_warp;
        *field(read_block, index) = e.read_block;
        *field(read_warp, index) = e.read_warp;
        *field(reading_warps, index) = e.reading_warps;
        *field(last_warp, index) = static_cast<std::uint32_t>(e.last_warp + 1);
        *field(last_lanes, index) = e.last_lanes;
    }

    std::size_t size_ = 0;
    std::vector<std::uint32_t> words_;
};

// These functions are in the header to be inlined, because they are called for every lane of every access.

/// Does not branch, because the earlier reads differ unpredictably between elements.
inline void SharedShadow::Element::note_read(int warp, std::uint32_t lanes, When when) {
    const bool is_same_block = read_block == when.block;
    const bool is_same_step = is_same_block && last_warp == warp && read_warp == when.warp;
    reading_warps = (is_same_block ? reading_warps : 0) | 1u << warp;
    last_lanes = (is_same_step ? last_lanes : 0) | lanes;
    read_block = when.block;
    read_warp = when.warp;
    last_warp = warp;
}

/// Returns whether the current access of `thread` and an earlier access of thread `other` are unordered. `epoch` is the
/// epoch of the other thread's warp at the time of its access. Both accesses must be in the same interval between two
/// block-level barriers.
inline bool SharedShadow::Element::is_unordered(int other, std::uint32_t epoch, int thread, When when) {
    if (other == thread) return false;
    if (other / warp_size != thread / warp_size || epoch == when.warp) return true;
    return when.lanes != nullptr && !when.lanes->is_before(other % warp_size, epoch, thread % warp_size);
}

/// Returns the epoch of each lane's last read of the element. The first call for an element also adds the reads
/// recorded so far, unless all of them are ordered before the current access.
inline LaneOrder::Epochs& SharedShadow::Element::reads_of_lanes(int warp, When when, std::uint64_t key) const {
    bool is_new = false;
    LaneOrder::Epochs& reads = when.lanes->reads(key, is_new);
    if (is_new && read_block == when.block && last_warp == warp && read_warp >= when.lanes->first())
        for (std::uint32_t rest = last_lanes; rest != 0; rest &= rest - 1)
            reads[static_cast<std::size_t>(std::countr_zero(rest))] = read_warp;
    return reads;
}

inline SharedShadow::Verdict SharedShadow::Element::read(int thread, When when, std::uint64_t key) {
    const int warp = thread / warp_size, lane = thread % warp_size;
    Verdict verdict;
    verdict.is_unwritten = write_block == 0;
    if (write_block == when.block) {
        if (is_unordered(writer, write_warp, thread, when)) verdict.race_with_write(writer, write_warp, was_atomic);
        if (was_atomic && !verdict.is_race && earlier_writer >= 0 &&
            is_unordered(earlier_writer, earlier_warp, thread, when))
            verdict.race_with_write(earlier_writer, earlier_warp, true);
        verdict.other_atomic = verdict.is_race && was_atomic;
    }
    if (when.lanes != nullptr) reads_of_lanes(warp, when, key)[static_cast<std::size_t>(lane)] = when.warp;
    note_read(warp, 1u << lane, when);
    return verdict;
}

/// Like note_read(), but processes several adjacent elements with vectorized loops.
template <std::size_t count>
bool SharedShadow::read_unnoticed(std::int64_t first, int warp, const std::uint32_t (&lanes)[count], When when) {
    const std::uint32_t* const written = field(write_block, first);
    std::uint32_t noticed = 0;
    for (std::size_t i = 0; i < count; ++i)
        noticed |= static_cast<std::uint32_t>(written[i] == 0) | static_cast<std::uint32_t>(written[i] == when.block);
    if (noticed != 0) return false;
    std::uint32_t *const block = field(read_block, first), *const step = field(read_warp, first),
                         *const warps = field(reading_warps, first), *const last = field(last_warp, first),
                         *const last_read = field(last_lanes, first);
    const auto number = static_cast<std::uint32_t>(warp + 1);
    const std::uint32_t own = 1u << warp;
#pragma GCC ivdep
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t same_block = block[i] == when.block ? ~0u : 0u;
        const std::uint32_t same_warp = last[i] == number ? ~0u : 0u, same_step = step[i] == when.warp ? ~0u : 0u;
        warps[i] = (warps[i] & same_block) | own;
        last_read[i] = (last_read[i] & same_block & same_warp & same_step) | lanes[i];
        block[i] = when.block;
        step[i] = when.warp;
        last[i] = number;
    }
    return true;
}

inline SharedShadow::Verdict SharedShadow::Element::write(int thread, When when, bool is_atomic, std::uint64_t key) {
    const int warp = thread / warp_size, lane = thread % warp_size;
    Verdict verdict;
    const bool is_beside = write_block == when.block && is_unordered(writer, write_warp, thread, when);
    if (is_beside && !(is_atomic && was_atomic)) verdict.race_with_write(writer, write_warp, was_atomic);
    if (write_block == when.block && was_atomic && !is_atomic && !verdict.is_race && earlier_writer >= 0 &&
        is_unordered(earlier_writer, earlier_warp, thread, when))
        verdict.race_with_write(earlier_writer, earlier_warp, true);
    if (is_beside && is_atomic && was_atomic) {
        earlier_writer = writer;
        earlier_warp = write_warp;
    } else if (write_block != when.block || !is_atomic || !was_atomic) {
        earlier_writer = -1;
    }
    if (read_block == when.block) {
        const std::uint32_t other_warps = reading_warps & ~(1u << warp);
        std::uint32_t other_lanes = last_warp == warp && read_warp == when.warp ? last_lanes & ~(1u << lane) : 0;
        if (when.lanes != nullptr && (reading_warps >> warp & 1u) != 0) {
            const LaneOrder::Epochs& reads = reads_of_lanes(warp, when, key);
            for (int l = 0; l < warp_size; ++l) {
                const std::uint32_t epoch = reads[static_cast<std::size_t>(l)];
                if (l != lane && epoch != 0 && !when.lanes->is_before(l, epoch, lane)) other_lanes |= 1u << l;
            }
        }
        if (other_warps != 0 || other_lanes != 0) {
            verdict.is_race = verdict.other_reads = true;
            verdict.other = other_lanes != 0 ? warp * warp_size + std::countr_zero(other_lanes)
                                             : std::countr_zero(other_warps) * warp_size;
        }
    }
    verdict.is_unwritten = is_atomic && write_block == 0; // an atomic operation also reads the element
    write_block = when.block;
    write_warp = when.warp;
    writer = thread;
    was_atomic = is_atomic;
    return verdict;
}

} // namespace warploom::simt
