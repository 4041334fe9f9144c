#include "engine/matrix/entry_shelves.h"

#include "engine/parallel.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <numeric>

namespace warploom {

namespace {

/// Approximate number of matrix entries per bucket (0.6 MB in CSR).
constexpr std::int64_t entries_of_shelf = std::int64_t{3} << 14;
/// Limits how many memory streams a thread writes at the same time. Each bucket is one stream.
constexpr std::int64_t most_shelves = 2048;
/// Minimum average number of entries per row for sorting an entire bucket at once. Buckets with shorter rows are sorted
/// row by row.
constexpr std::int64_t fewest_entries_to_sort = 24;
constexpr int digit_bits = 13;

} // namespace

ShelfLayout::ShelfLayout(std::int64_t rows, std::int64_t cols, int values_of_entry, std::int64_t expected)
    : values(values_of_entry), entries(expected) {
    const auto last_row = static_cast<std::uint64_t>(std::max<std::int64_t>(1, rows) - 1);
    const auto last_col = static_cast<std::uint64_t>(std::max<std::int64_t>(1, cols) - 1);
    col_bits = std::bit_width(last_col);
    const std::uint64_t last_place = last_row << col_bits | last_col;
    const auto wanted =
        static_cast<std::uint64_t>(std::clamp<std::int64_t>(entries / entries_of_shelf, 1, most_shelves));
    while (last_place >> shelf_bits >= wanted) ++shelf_bits;
    shelves = static_cast<std::size_t>(last_place >> shelf_bits) + 1;
    // Big-endian machines must store all eight bytes of a position, because its low-order bytes come last.
    const int bits = std::endian::native == std::endian::little ? shelf_bits : 64;
    key_bytes = static_cast<std::size_t>(std::max(1, (bits + 7) / 8));
    entry_bytes = key_bytes + 8 * static_cast<std::size_t>(values);
    // A position is written as eight bytes. Even the last write must stay within the chunk.
    const std::size_t beyond = std::max<std::size_t>(8, entry_bytes) - entry_bytes + 1;
    chunk_entries = (chunk_bytes - first_offset - beyond) / entry_bytes;
    last_offset = first_offset + (chunk_entries - 1) * entry_bytes;
}

EntryShelves::EntryShelves(const ShelfLayout& layout) : layout_(layout) {
    for (std::size_t shelf = 0; shelf < layout_.shelves; ++shelf) ++groups_[group_of(shelf)].shelves_left;
}

EntryShelves::Writer::Writer(EntryShelves& shelves, const ShelfLayout& layout)
    : shelves_(shelves), layout_(layout), first_(layout.shelves), chunks_(layout.shelves) {
    // Start at the end of a chunk, so that adding the first entry allocates a new chunk.
    at_.assign(layout.shelves, reinterpret_cast<char*>(ShelfLayout::chunk_bytes - 1));
}

char* EntryShelves::Writer::next_chunk(std::size_t shelf) {
    char* const chunk = shelves_.take_chunk(shelf);
    if (chunks_[shelf]++ == 0) first_[shelf] = chunk;
    else std::memcpy(at_[shelf] - offset_of(at_[shelf]), &chunk, sizeof chunk);
    return chunk + ShelfLayout::first_offset;
}

std::size_t EntryShelves::Writer::size(std::size_t shelf) const {
    if (chunks_[shelf] == 0) return 0;
    return (chunks_[shelf] - 1) * layout_.chunk_entries +
           (offset_of(at_[shelf]) - ShelfLayout::first_offset) / layout_.entry_bytes;
}

EntryShelves::Writer& EntryShelves::borrow() {
    const std::lock_guard lock(mutex_);
    if (free_writers_.empty()) {
        writers_.push_back(std::make_unique<Writer>(*this, layout_));
        return *writers_.back();
    }
    Writer* const writer = free_writers_.back();
    free_writers_.pop_back();
    return *writer;
}

void EntryShelves::give_back(Writer& writer) {
    const std::lock_guard lock(mutex_);
    free_writers_.push_back(&writer);
}

char* EntryShelves::take_chunk(std::size_t shelf) {
    constexpr std::size_t least = std::size_t{64} << 10, large_page = std::size_t{2} << 20;
    Group& group = groups_[group_of(shelf)];
    const std::lock_guard lock(group.mutex);
    if (group.at == group.end) {
        // Allocate large blocks up to the expected size. After that, allocate small ones to waste little memory.
        const std::size_t expected = static_cast<std::size_t>(layout_.entries) * layout_.entry_bytes / group_count;
        const std::size_t bytes = group.bytes + large_page <= expected
                                      ? large_page
                                      : std::clamp(std::bit_floor(group.bytes / 16), least, large_page);
        group.pages.emplace_back(bytes);
        group.bytes += bytes;
        group.at = group.pages.back().begin();
        group.end = group.at + bytes;
    }
    char* const chunk = group.at;
    group.at += ShelfLayout::chunk_bytes;
    return chunk;
}

void EntryShelves::empty(std::size_t shelf) {
    Group& group = groups_[group_of(shelf)];
    const std::lock_guard lock(group.mutex);
    if (--group.shelves_left == 0) group.pages.clear();
}

/// Converts the entries of one bucket to matrix rows.
template <int values> class EntryShelves::Sorter {
public:
    Sorter(const EntryShelves& shelves, CsrMatrix& matrix, std::size_t shelf, std::int64_t begin, std::int64_t end,
           const Progress& progress)
        : layout_(shelves.layout_), writers_(shelves.writers_), progress_(progress), shelf_(shelf), begin_(begin),
          end_(end), column_(matrix.column.data()), value_(matrix.value.data()), imaginary_(matrix.imaginary.data()),
          mask_((std::uint64_t{1} << layout_.shelf_bits) - 1), col_mask_((std::uint64_t{1} << layout_.col_bits) - 1) {
        const std::uint64_t first_place = static_cast<std::uint64_t>(shelf) << layout_.shelf_bits;
        first_col_ = static_cast<std::int32_t>(first_place & col_mask_);
        const auto first_row = static_cast<std::int64_t>(first_place >> layout_.col_bits);
        is_part_of_row_ = layout_.shelf_bits < layout_.col_bits;
        rows_ = is_part_of_row_
                    ? 1
                    : std::min(matrix.rows - first_row, std::int64_t{1} << (layout_.shelf_bits - layout_.col_bits));
        next_ = is_part_of_row_ ? &only_row_ : matrix.row_pointer.data() + first_row + 1;
    }

    /// Sorts the entries of the bucket if necessary. Returns whether the column indices of each row are in ascending
    /// order.
    bool sort() {
        last_.assign(static_cast<std::size_t>(rows_), -1);
        bool ascends = true;
        each_entry([&](std::uint64_t key, const char*) {
            ++next_[row_of(key)];
            ascends &= follows(key);
        });
        std::int64_t place = begin_, longest = 0;
        for (std::int64_t row = 0; row < rows_; ++row) {
            const std::int64_t length = next_[row];
            longest = std::max(longest, length);
            next_[row] = place;
            place += length;
        }
        // Leave an oversized bucket unsorted if sorting it would require a copy of its entries.
        const auto most = static_cast<std::size_t>(
            4 * std::max(entries_of_shelf, layout_.entries / static_cast<std::int64_t>(layout_.shelves)));
        if (ascends || longest < fewest_entries_to_sort || count() > most) {
            each_entry([&](std::uint64_t key, const char* from) { put(key, from); });
            return ascends;
        }
        sort_by_column();
        last_.assign(static_cast<std::size_t>(rows_), -1);
        ascends = true;
        each_item([&](std::uint64_t key, const char* from) {
            ascends &= follows(key);
            put(key, from);
        });
        return ascends;
    }

private:
    struct Item {
        std::uint64_t key;
        std::array<double, values> value;
    };

    std::size_t count() const { return static_cast<std::size_t>(end_ - begin_); }
    std::size_t row_of(std::uint64_t key) const {
        return is_part_of_row_ ? 0 : static_cast<std::size_t>(key >> layout_.col_bits);
    }
    std::uint64_t col_of(std::uint64_t key) const { return key & col_mask_; }

    bool follows(std::uint64_t key) {
        std::int32_t& last = last_[row_of(key)];
        const std::int32_t before = last;
        last = static_cast<std::int32_t>(col_of(key));
        return before < last;
    }

    void put(std::uint64_t key, const char* from) {
        const std::int64_t place = next_[row_of(key)]++;
        column_[place] = first_col_ + static_cast<std::int32_t>(col_of(key));
        if constexpr (values > 0) std::memcpy(value_ + place, from, 8);
        else value_[place] = 1;
        if constexpr (values > 1) std::memcpy(imaginary_ + place, from + 8, 8);
    }

    /// Calls `entry(key, values)` for each matrix entry in the bucket.
    template <class OnEntry> void each_entry(const OnEntry& entry) const {
        for (const auto& writer : writers_) {
            const char* chunk = writer->first_[shelf_];
            for (std::size_t left = writer->size(shelf_); left > 0;) {
                stop_if_cancelled(progress_); // check often, because nearly all entries may be in one bucket
                const char* next = nullptr;
                std::memcpy(&next, chunk, sizeof next);
                const std::size_t count = std::min(left, layout_.chunk_entries);
                const char* at = chunk + ShelfLayout::first_offset;
                for (std::size_t k = 0; k < count; ++k, at += layout_.entry_bytes) {
                    std::uint64_t key = 0;
                    std::memcpy(&key, at, 8);
                    entry(key & mask_, at + layout_.key_bytes);
                }
                left -= count;
                chunk = next;
            }
        }
    }

    template <class OnEntry> void each_item(const OnEntry& entry) const {
        for (std::size_t k = 0; k < count(); ++k)
            entry(items_[k].key, reinterpret_cast<const char*>(items_[k].value.data()));
    }

    /// Sorts a copy of the bucket's entries by column with a stable radix sort.
    void sort_by_column() {
        const int bits = std::min(layout_.col_bits, layout_.shelf_bits);
        const int digits = std::max(1, (bits + digit_bits - 1) / digit_bits), width = (bits + digits - 1) / digits;
        std::unique_ptr<Item[]> others;
        for (int digit = 0; digit < digits; ++digit) {
            const int shift = digit * width;
            const std::uint64_t digit_mask = (std::uint64_t{1} << std::min(width, bits - shift)) - 1;
            const auto digit_of = [=](std::uint64_t key) {
                return static_cast<std::size_t>(key >> shift & digit_mask);
            };
            const auto each = [&](const auto& entry) { digit == 0 ? each_entry(entry) : each_item(entry); };
            std::vector<std::uint32_t> next(digit_mask + 2);
            each([&](std::uint64_t key, const char*) { ++next[digit_of(key) + 1]; });
            std::partial_sum(next.begin(), next.end(), next.begin());
            if (others == nullptr) others.reset(new Item[count()]);
            each([&](std::uint64_t key, const char* from) {
                Item& item = others[next[digit_of(key)]++];
                item.key = key;
                if constexpr (values > 0) std::memcpy(item.value.data(), from, sizeof item.value);
            });
            items_.swap(others);
        }
    }

    const ShelfLayout& layout_;
    const std::vector<std::unique_ptr<Writer>>& writers_;
    const Progress& progress_;
    const std::size_t shelf_;
    const std::int64_t begin_, end_;
    std::int32_t* const column_;
    double *const value_, *const imaginary_;
    const std::uint64_t mask_, col_mask_;
    std::int32_t first_col_ = 0;
    bool is_part_of_row_ = false;
    std::int64_t rows_ = 0;
    std::int64_t* next_ = nullptr;
    std::int64_t only_row_ = 0;
    std::vector<std::int32_t> last_;
    std::unique_ptr<Item[]> items_;
};

template <int values>
bool EntryShelves::sort_all(CsrMatrix& matrix, const std::vector<std::int64_t>& begins, int threads,
                            const Progress& progress, const std::function<void(double share)>& between) {
    std::mutex mutex;
    std::atomic<bool> ascends{true};
    std::atomic<std::int64_t> done{0};
    parallel_for(
        static_cast<std::int64_t>(layout_.shelves), threads,
        [&](std::int64_t task) {
            stop_if_cancelled(progress);
            const auto shelf = static_cast<std::size_t>(task);
            const std::int64_t begin = begins[shelf], end = begins[shelf + 1];
            // Touch new pages in advance. Otherwise, page faults would make all other threads wait while the arrays
            // grow.
            if (threads > 1) {
                populate_pages(matrix.column.data() + begin, static_cast<std::size_t>(end - begin) * 4);
                populate_pages(matrix.value.data() + begin, static_cast<std::size_t>(end - begin) * 8);
                if (values > 1)
                    populate_pages(matrix.imaginary.data() + begin, static_cast<std::size_t>(end - begin) * 8);
            }
            {
                // Stay within the reserved memory, so that the arrays do not move while other threads are writing to
                // them.
                const std::lock_guard lock(mutex);
                const auto size = std::max(matrix.column.size(), static_cast<std::size_t>(end));
                matrix.column.resize(size);
                matrix.value.resize(size);
                if (values > 1) matrix.imaginary.resize(size);
            }
            if (!Sorter<values>(*this, matrix, shelf, begin, end, progress).sort()) ascends = false;
            empty(shelf);
            done.fetch_add(end - begin, std::memory_order_relaxed);
        },
        [&] {
            between(static_cast<double>(done.load(std::memory_order_relaxed)) / static_cast<double>(begins.back()));
        });
    return ascends;
}

bool EntryShelves::move_to(CsrMatrix& matrix, int threads, const Progress& progress,
                           const std::function<void(double share)>& between) {
    std::vector<std::int64_t> begins(layout_.shelves + 1);
    for (std::size_t shelf = 0; shelf < layout_.shelves; ++shelf) {
        std::size_t size = 0;
        for (const auto& writer : writers_) size += writer->size(shelf);
        begins[shelf + 1] = begins[shelf] + static_cast<std::int64_t>(size);
    }
    const auto reserve = [&](auto& array) {
        array.reserve(static_cast<std::size_t>(begins.back()));
        prefer_large_pages(array.data(), array.capacity() * sizeof array[0]);
    };
    reserve(matrix.column);
    reserve(matrix.value);
    if (layout_.values > 1) reserve(matrix.imaginary);
    const bool ascends = layout_.values == 0   ? sort_all<0>(matrix, begins, threads, progress, between)
                         : layout_.values == 1 ? sort_all<1>(matrix, begins, threads, progress, between)
                                               : sort_all<2>(matrix, begins, threads, progress, between);
    // If a row is divided among several buckets, it ends where the first bucket of the next row starts.
    if (layout_.shelf_bits < layout_.col_bits)
        for (std::int64_t row = 0; row < matrix.rows; ++row) {
            const std::size_t behind = static_cast<std::size_t>(row + 1) << (layout_.col_bits - layout_.shelf_bits);
            matrix.row_pointer[static_cast<std::size_t>(row) + 1] = begins[std::min(behind, layout_.shelves)];
        }
    return ascends;
}

} // namespace warploom
