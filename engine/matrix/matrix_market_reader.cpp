#include "engine/matrix/matrix_market.h"

#include "engine/matrix/matrix_market_lines.h"
#include "engine/matrix/matrix_market_sink.h"
#include "engine/matrix/row_sort.h"
#include "engine/memory.h"
#include "engine/parallel.h"
#include "engine/text_file.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>
#include <mutex>
#include <numeric>

namespace warploom {

namespace {

constexpr std::int64_t largest_order = std::numeric_limits<std::int32_t>::max();
/// Row pointers of fewer bytes than this are always stored.
constexpr std::int64_t harmless_pointer_bytes = std::int64_t{256} << 20;

/// Far more rows than entries: the row pointers would take most of the memory, so such a matrix is described, not stored.
bool out_of_proportion(std::int64_t rows, std::int64_t entries) {
    return rows >= harmless_pointer_bytes / 8 && rows / 64 > entries + 1024;
}

class Reader {
public:
    Reader(const TextFile& file, const std::string& path, const Progress& progress, int threads)
        : path_(path), progress_(progress), threads_(resolve_threads(threads)), file_(file),
          header_(parse_market_header(path, file_.data(), file_.size())),
          text_(file_.data(), file_.size(), header_.data_begin) {
        shared_ = threads_ > 1 && text_.chunks() > 1;
        text_bytes_ = std::max<double>(1, static_cast<double>(file_.size() - header_.data_begin));
        already_done_ = file_.compressed() ? 0.5 : 0;
    }

    Matrix read() {
        matrix_.name = path_;
        matrix_.field = header_.field;
        matrix_.symmetry = header_.symmetry;
        if (is_oversize()) read_oversize();
        else if (header_.array) read_array();
        else read_coordinate();
        progress_.check(file_.file_bytes(), file_.file_bytes());
        return std::move(matrix_);
    }

private:
    bool is_oversize() const {
        if (header_.rows > largest_order || header_.cols > largest_order) return true;
        if (header_.rows < harmless_pointer_bytes / 8) return false;
        // The header may be wrong: before so much memory is taken the lines are counted, which costs little.
        std::int64_t lines = 0;
        for (std::int64_t k = 0; k < text_.chunks(); ++k) {
            const TextChunk chunk = text_.chunk(k);
            lines += std::count(chunk.begin, chunk.end, '\n');
            if (k % 64 == 0) progress_.check(0, file_.file_bytes());
        }
        return out_of_proportion(header_.rows, lines);
    }

    /// Walks all chunks, reports progress in bytes of the file, and turns BadLine into the sentence that it means.
    template <class OnChunk> void pass(int number, const OnChunk& on_chunk) {
        std::atomic<std::int64_t> bytes{0};
        try {
            parallel_for(
                text_.chunks(), threads_,
                [&](std::int64_t k) {
                    const TextChunk chunk = text_.chunk(k);
                    on_chunk(k, chunk);
                    bytes.fetch_add(chunk.end - chunk.begin, std::memory_order_relaxed);
                },
                [&] {
                    const double share =
                        std::min(1.0, static_cast<double>(bytes.load(std::memory_order_relaxed)) / text_bytes_);
                    const double passes = already_done_ + (1 - already_done_) * (number + share) / 2;
                    const auto total = static_cast<double>(file_.file_bytes());
                    progress_.check(static_cast<std::int64_t>(passes * total), file_.file_bytes());
                });
        } catch (const BadLine& bad) {
            throw malformed(path_, line_number(bad.offset), explain_bad_line(header_, line_at(bad.offset)));
        }
    }

    std::int64_t line_number(std::size_t offset) const {
        return 1 + std::count(file_.data(), file_.data() + std::min(offset, file_.size()), '\n');
    }

    std::string_view line_at(std::size_t offset) const {
        const std::string_view rest(file_.data() + offset, file_.size() - offset);
        return rest.substr(0, rest.find('\n'));
    }

    /// Refuses a file whose number of data lines is not the declared one; `counts` has those of each chunk.
    void check_count(const std::vector<std::int64_t>& counts) const {
        const std::int64_t found = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
        if (found == header_.entries) return;
        const std::string what = header_.array ? "values" : "entries";
        const std::string declared = header_.entries < 0 ? "more than 2^63" : std::to_string(header_.entries);
        const std::string source =
            header_.array ? "that " + std::to_string(header_.rows) + " x " + std::to_string(header_.cols) + " takes"
                          : "declared in line " + std::to_string(header_.size_line);
        if (header_.entries < 0 || found < header_.entries) {
            const bool ends_in_newline = file_.size() > 0 && file_.data()[file_.size() - 1] == '\n';
            throw malformed(path_, line_number(file_.size()) - ends_in_newline,
                            "the file ends after " + std::to_string(found) + " " + what + ", but the " + declared +
                                " " + source + " were expected");
        }
        std::int64_t left = header_.entries;
        std::size_t k = 0;
        while (counts[k] <= left) left -= counts[k++];
        const std::size_t offset = surplus_line(text_.chunk(static_cast<std::int64_t>(k)), left);
        throw malformed(path_, line_number(offset),
                        "expected no more than the " + declared + " " + what + " " + source + ", found " +
                            quoted(line_at(offset)));
    }

    /// Offset of the chunk's first data line after `left` others.
    static std::size_t surplus_line(const TextChunk& chunk, std::int64_t left) {
        for (const char* p = chunk.begin; p < chunk.end;) {
            const char* first = p;
            while (is_blank(*first) || *first == '\r') ++first;
            if (*first != '\n' && *first != '%' && left-- == 0)
                return chunk.offset + static_cast<std::size_t>(p - chunk.begin);
            p = behind_line(p, chunk.end);
        }
        return chunk.offset;
    }

    std::vector<std::int64_t> chunk_counts() const {
        return std::vector<std::int64_t>(static_cast<std::size_t>(text_.chunks()), 0);
    }

    void require_room(std::int64_t entries) const {
        const double bytes = header_.field == Field::complex ? 20.0 : 12.0;
        require_memory(bytes * static_cast<double>(entries),
                       "The matrix in " + path_ + " with " + std::to_string(entries) + " entries");
    }

    void allocate_entries(std::int64_t entries) {
        require_room(entries);
        CsrMatrix& csr = matrix_.csr;
        // The first touch of fresh memory costs more than filling it, so all threads touch it first.
        csr.value.reserve(static_cast<std::size_t>(entries));
        csr.column.reserve(static_cast<std::size_t>(entries));
        touch_pages(csr.value.data(), csr.value.capacity() * sizeof(double), threads_, progress_);
        touch_pages(csr.column.data(), csr.column.capacity() * sizeof(std::int32_t), threads_, progress_);
        parallel_for(header_.field == Field::complex ? 3 : 2, threads_, [&](std::int64_t array) {
            if (array == 0) grow(csr.value, entries, 0.0, progress_);
            if (array == 1) grow(csr.column, entries, std::int32_t{0}, progress_);
            if (array == 2) grow(csr.imaginary, entries, 0.0, progress_);
        });
    }

    void allocate_rows() {
        matrix_.csr.rows = header_.rows;
        matrix_.csr.cols = header_.cols;
        require_memory(8.0 * static_cast<double>(header_.rows),
                       "The matrix in " + path_ + " with " + std::to_string(header_.rows) + " rows");
        matrix_.csr.row_pointer.clear();
        grow(matrix_.csr.row_pointer, header_.rows + 1, std::int64_t{0}, progress_);
    }

    void read_coordinate() {
        CsrMatrix& csr = matrix_.csr;
        allocate_rows();
        auto counts = chunk_counts();
        pass(0, [&](std::int64_t k, const TextChunk& chunk) {
            RowCounter counter(csr, header_.symmetry, shared_);
            std::int64_t entries = 0;
            walk_entries(chunk, header_, true, [&](std::int64_t row, std::int64_t col, double, double) {
                counter.add(row, col);
                ++entries;
            });
            counter.flush();
            counts[k] = entries;
        });
        check_count(counts);
        matrix_.stored = header_.entries;
        allocate_entries(counts_to_pointers(csr));

        std::atomic<std::int64_t> zeros{0};
        pass(1, [&](std::int64_t, const TextChunk& chunk) {
            EntryScatter scatter(csr, header_.symmetry, shared_);
            walk_entries(chunk, header_, false, [&](std::int64_t row, std::int64_t col, double re, double im) {
                scatter.add(row, col, re, im);
            });
            scatter.flush();
            zeros += scatter.explicit_zeros();
        });
        matrix_.explicit_zeros = zeros;
        file_.require_unchanged(); // both passes have counted the same, so that every row ends where the next begins
        restore_pointers(csr);
        matrix_.repeats = finish_rows(csr, threads_, progress_);
    }

    /// Values stand column by column; of a symmetric array only the lower triangle, of a skew one without the diagonal.
    void read_array() {
        CsrMatrix& csr = matrix_.csr;
        auto counts = chunk_counts();
        pass(0, [&](std::int64_t k, const TextChunk& chunk) {
            std::int64_t values = 0;
            walk_entries(chunk, header_, true, [&](std::int64_t, std::int64_t, double, double) { ++values; });
            counts[k] = values;
        });
        check_count(counts);
        matrix_.stored = header_.entries;

        allocate_rows();
        const bool skew = header_.symmetry == Symmetry::skew_symmetric;
        const std::int64_t n = header_.rows, length = std::max<std::int64_t>(0, header_.cols - skew);
        for (std::int64_t row = 0; row <= n; ++row) csr.row_pointer[row] = row * length;
        allocate_entries(n * length);
        const auto put = [&](std::int64_t row, std::int64_t col, double re, double im) {
            const auto place = static_cast<std::size_t>(row * length + col - (skew && col > row));
            if (place >= csr.column.size()) throw Error("file.changed", "The file changed while it was read.");
            csr.column[place] = static_cast<std::int32_t>(col);
            csr.value[place] = re;
            if (!csr.imaginary.empty()) csr.imaginary[place] = im;
        };

        const bool triangle = header_.symmetry != Symmetry::general;
        const auto stored_before = [&](std::int64_t col) { // values of the columns before this one
            if (!triangle) return col * n;
            return col * (n - skew) - col * (col - 1) / 2;
        };
        const double re_sign = skew ? -1 : 1, im_sign = header_.symmetry == Symmetry::symmetric ? 1 : -1;
        std::exclusive_scan(counts.begin(), counts.end(), counts.begin(), std::int64_t{0});
        std::atomic<std::int64_t> zeros{0};
        pass(1, [&](std::int64_t k, const TextChunk& chunk) {
            const std::int64_t first = counts[k];
            std::int64_t low = 0,
                         high = header_.cols; // the last column that begins at or before the chunk's first value
            while (high - low > 1) {
                const std::int64_t middle = low + (high - low) / 2;
                (stored_before(middle) <= first ? low : high) = middle;
            }
            std::int64_t col = low, row = first - stored_before(col) + (triangle ? col + skew : 0), found = 0;
            walk_entries(chunk, header_, false, [&](std::int64_t, std::int64_t, double re, double im) {
                put(row, col, re, im);
                if (triangle && row != col) put(col, row, re_sign * re, im_sign * im);
                found += re == 0 && im == 0;
                if (++row == n) {
                    ++col;
                    row = triangle ? col + skew : 0;
                }
            });
            zeros += found;
        });
        matrix_.explicit_zeros = zeros;
    }

    void read_oversize() {
        auto counts = chunk_counts();
        pass(0, [&](std::int64_t k, const TextChunk& chunk) {
            walk_entries(chunk, header_, true, [&](std::int64_t, std::int64_t, double, double) { ++counts[k]; });
        });
        check_count(counts);
        const std::string order = std::to_string(header_.rows) + " x " + std::to_string(header_.cols);
        if (header_.field == Field::complex || (header_.array && header_.entries != 0))
            throw Error("file.unsupported",
                        path_ + " declares a matrix of " + order +
                            "; beyond 2147483647 rows or columns only real "
                            "coordinate matrices can be described.",
                        "Cut a smaller part out of it.");
        const bool mirrors = header_.symmetry != Symmetry::general;
        require_memory(48.0 * static_cast<double>(header_.entries) * (mirrors ? 2 : 1),
                       "The matrix in " + path_ + " with " + std::to_string(header_.entries) + " entries");

        std::vector<Entry>& all = matrix_.oversize_entries;
        std::mutex mutex;
        std::int64_t zeros = 0;
        pass(1, [&](std::int64_t, const TextChunk& chunk) {
            std::vector<Entry> entries;
            std::int64_t found = 0;
            walk_entries(chunk, header_, false, [&](std::int64_t row, std::int64_t col, double re, double) {
                entries.push_back({row, col, re});
                if (mirrors && row != col)
                    entries.push_back({col, row, header_.symmetry == Symmetry::skew_symmetric ? -re : re});
                found += re == 0;
            });
            const std::lock_guard lock(mutex);
            all.insert(all.end(), entries.begin(), entries.end());
            zeros += found;
        });
        std::sort(all.begin(), all.end(), [](const Entry& a, const Entry& b) {
            if (a.row != b.row) return a.row < b.row;
            if (a.col != b.col) return a.col < b.col;
            return std::bit_cast<std::uint64_t>(a.value) < std::bit_cast<std::uint64_t>(b.value);
        });
        std::size_t kept = 0;
        for (std::size_t k = 0; k < all.size(); ++k) {
            if (kept > 0 && all[kept - 1].row == all[k].row && all[kept - 1].col == all[k].col)
                all[kept - 1].value += all[k].value;
            else all[kept++] = all[k];
        }
        matrix_.repeats = static_cast<std::int64_t>(all.size() - kept);
        all.resize(kept);
        matrix_.stored = header_.entries;
        matrix_.explicit_zeros = zeros;
        matrix_.oversize_rows = header_.rows;
        matrix_.oversize_cols = header_.cols;
    }

    const std::string& path_;
    const Progress& progress_;
    const int threads_;
    const TextFile& file_;
    MarketHeader header_;
    ChunkedText text_;
    bool shared_ = false;
    double text_bytes_ = 1, already_done_ = 0;
    Matrix matrix_;
};

} // namespace

Matrix read_matrix_market(const std::string& path, const Progress& progress, int threads) {
    const TextFile file(path, progress);
    return file.while_unchanged([&] { return Reader(file, path, progress, threads).read(); });
}

} // namespace warploom
