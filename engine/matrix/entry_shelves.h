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

/// The assignment of entries to shelves (buckets), and the size of an entry in bytes.
struct ShelfLayout {
    /// The allocation unit of a shelf. It starts with the address of the next chunk.
    static constexpr std::size_t chunk_bytes = 4096;
    static constexpr std::size_t first_offset = 8;

    int values = 0;           ///< values per entry: 0 (all values are 1), 1, or 2 with an imaginary part
    std::int64_t entries = 0; ///< expected number of entries
    int col_bits = 0;         ///< the position of an entry is row << col_bits | column
    int shelf_bits = 0;       ///< the index of the shelf is position >> shelf_bits
    std::size_t shelves = 0;
    std::size_t key_bytes = 0; ///< number of bytes that store the lower bits of the position
    std::size_t entry_bytes = 0;
    std::size_t chunk_entries = 0;
    std::size_t last_offset = 0; ///< the last offset in a chunk at which an entry can begin

    /// Chooses the number of shelves from the expected number of entries, which may be inaccurate.
    ShelfLayout(std::int64_t rows, std::int64_t cols, int values, std::int64_t expected);
};

/// Collects the entries of a matrix in any order, and converts them to rows when all have been added.
///
/// Entries whose positions have the same upper bits are on one shelf, which corresponds to several rows, or to a part
/// of one row if there are few rows. Each shelf becomes a part of the final arrays that fits in the L2 cache, where
/// random access is cheap. A shelf stores only the lower bits of positions, in as few bytes as possible. With a real
/// value, an entry usually takes 10 to 13 bytes, compared with 12 in the final matrix. The shelves are divided into
/// eight groups. The memory of a group is returned to the system as soon as it has been converted.
class EntryShelves {
public:
    explicit EntryShelves(const ShelfLayout& layout);

    /// Adds entries to the shelves. Each writer must be used by only one thread at a time.
    class Writer {
    public:
        Writer(EntryShelves& shelves, const ShelfLayout& layout);

        void add(std::int64_t row, std::int64_t col, double re, double im) {
            const auto place = static_cast<std::uint64_t>(row) << layout_.col_bits | static_cast<std::uint64_t>(col);
            const auto shelf = static_cast<std::size_t>(place >> layout_.shelf_bits);
            char* at = at_[shelf];
            if (offset_of(at) > layout_.last_offset) at = next_chunk(shelf);
            std::memcpy(at, &place, 8); // the value overwrites the excess bytes
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

    /// Returns a writer for the calling thread, which must give it back.
    Writer& borrow();
    void give_back(Writer& writer);

    /// Moves the entries to a matrix whose dimensions are set and whose row pointers are all zero. Returns whether the
    /// columns of each row ascend; otherwise, they may be in any order and contain duplicates. Calls `between`
    /// periodically on the calling thread with the fraction that is done. Errors: "cancelled", and the exceptions of
    /// `between`.
    bool move_to(CsrMatrix& matrix, int threads, const Progress& progress,
                 const std::function<void(double share)>& between);

private:
    /// Adjacent shelves whose memory is allocated together.
    struct Group {
        std::mutex mutex;
        std::vector<SystemPages> pages;
        std::size_t bytes = 0;              ///< size of the allocated pages
        char *at = nullptr, *end = nullptr; ///< the unused part of the last page
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
