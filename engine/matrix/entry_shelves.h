#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/memory.h"
#include "engine/progress.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace warploom {

/// Defines how matrix entries are assigned to buckets (called shelves in the code), and how many bytes a stored entry
/// takes.
struct ShelfLayout {
    /// Size in bytes of a chunk, the unit in which memory for a bucket is allocated. Each chunk starts with the address
    /// of the next one.
    static constexpr std::size_t chunk_bytes = 4096;
    static constexpr std::size_t first_offset = 8;

    int values = 0; ///< number of values per entry: 0 (all values are 1), 1, or 2 (complex)
    std::int64_t entries = 0;
    int col_bits = 0;   ///< number of bits for a column index; the position of an entry is row << col_bits | column
    int shelf_bits = 0; ///< number of position bits within a bucket; the bucket is position >> shelf_bits
    std::size_t shelves = 0;
    std::size_t key_bytes = 0; ///< number of bytes that store the lower bits of an entry's position
    std::size_t entry_bytes = 0;
    std::size_t chunk_entries = 0;
    std::size_t last_offset = 0; ///< largest offset at which an entry can start in a chunk

    /// Chooses the number of buckets from the expected number of matrix entries, which may be inaccurate.
    ShelfLayout(std::int64_t rows, std::int64_t cols, int values, std::int64_t expected);
};

/// Collects the entries of a matrix in any order, and converts them to rows after all of them have been added.
///
/// The upper bits of an entry's position (row and column) select its bucket. A bucket corresponds to several rows, or
/// to part of a row if there are few rows. The corresponding section of the final arrays fits in the L2 cache, so
/// random access to it is cheap. A bucket stores only the lower bits of positions, in as few bytes as possible. An
/// entry with a real value usually takes 10 to 13 bytes, compared with 12 in the final matrix. There are eight groups
/// of buckets, and each group returns its memory to the system as soon as it has been converted.
class EntryShelves {
public:
    explicit EntryShelves(const ShelfLayout& layout);

    /// Adds matrix entries to the buckets. Not thread-safe; each thread uses its own writer.
    class Writer {
    public:
        Writer(EntryShelves& shelves, const ShelfLayout& layout);

        void add(std::int64_t row, std::int64_t col, double re, double im) {
            const auto place = static_cast<std::uint64_t>(row) << layout_.col_bits | static_cast<std::uint64_t>(col);
            const auto shelf = static_cast<std::size_t>(place >> layout_.shelf_bits);
            char* at = at_[shelf];
            if (offset_of(at) > layout_.last_offset) at = next_chunk(shelf);
            std::memcpy(at, &place, 8); // the value overwrites the excess bytes of the position
            if (layout_.values > 0) std::memcpy(at + layout_.key_bytes, &re, 8);
            if (layout_.values > 1) std::memcpy(at + layout_.key_bytes + 8, &im, 8);
            at_[shelf] = at + layout_.entry_bytes;
        }

    private:
        friend class EntryShelves;

        static std::size_t offset_of(const char* at) {
            return reinterpret_cast<std::uintptr_t>(at) % ShelfLayout::chunk_bytes;
        }
        char* next_chunk(std::size_t shelf);
        std::size_t size(std::size_t shelf) const;

        EntryShelves& shelves_;
        const ShelfLayout layout_;
        std::vector<char*> at_, first_;
        std::vector<std::size_t> chunks_;
    };

    /// Returns a writer for the calling thread, which must return it with give_back().
    Writer& borrow();
    void give_back(Writer& writer);

    /// Moves the entries to a matrix with known dimensions and zeroed row pointers. Returns whether the column indices
    /// of each row are ascending and distinct. If they are not, they can be in any order and contain duplicates. Calls
    /// `between` periodically on the calling thread with the fraction of the work completed, from 0 to 1. Throws
    /// Error("cancelled"), and any exception thrown by `between`.
    bool move_to(CsrMatrix& matrix, int threads, const Progress& progress,
                 const std::function<void(double share)>& between);

private:
    /// Adjacent buckets that share one memory allocation.
    struct Group {
        std::mutex mutex;
        std::vector<SystemPages> pages;
        std::size_t bytes = 0;
        char *at = nullptr, *end = nullptr; ///< unused part of the last allocated page
        std::size_t shelves_left = 0;
    };
    static constexpr std::size_t group_count = 8;

    std::size_t group_of(std::size_t shelf) const { return shelf * group_count / layout_.shelves; }
    char* take_chunk(std::size_t shelf);
    void empty(std::size_t shelf);
    template <int values> class Sorter;
    template <int values>
    bool sort_all(CsrMatrix& matrix, const std::vector<std::int64_t>& begins, int threads, const Progress& progress,
                  const std::function<void(double share)>& between);

    const ShelfLayout layout_;
    std::array<Group, group_count> groups_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<Writer>> writers_;
    std::vector<Writer*> free_writers_;
};

} // namespace warploom
