#include "engine/matrix/entry_shelves.h"
#include "engine/matrix/matrix_market.h"
#include "engine/matrix/matrix_market_header.h"
#include "engine/matrix/matrix_market_in_order.h"
#include "engine/matrix/matrix_market_lines.h"
#include "engine/matrix/row_builder.h"
#include "engine/memory.h"
#include "engine/parallel.h"
#include "engine/portable.h"
#include "engine/sentence.h"
#include "engine/text_file.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>
#include <numeric>
#include <optional>

namespace warploom {

namespace {

constexpr std::int64_t largest_order = std::numeric_limits<std::int32_t>::max();
/// Row pointers of up to this many bytes are always stored.
constexpr std::int64_t harmless_pointer_bytes = std::int64_t{256} << 20;
/// Approximate fraction of the total time that parsing the text takes if a file is read in a single pass.
constexpr double text_share = 0.8;

/// Returns whether a matrix has so many more rows than entries that its row pointers would fill most of the memory. The
/// program can display statistics of such a matrix, but it does not convert the matrix to CSR.
bool out_of_proportion(std::int64_t rows, std::int64_t entries) {
    return rows >= harmless_pointer_bytes / 8 && rows / 64 > entries + 1024;
}

/// Counts the data lines in each block of text.
class BlockCounts {
public:
    void note(const TextBlock& block, std::int64_t count) {
        const std::lock_guard lock(mutex_);
        const auto at = static_cast<std::size_t>(block.index);
        if (at >= counts_.size()) counts_.resize(at + 1, 0);
        counts_[at] = count;
    }
    std::int64_t sum() const { return std::accumulate(counts_.begin(), counts_.end(), std::int64_t{0}); }
    /// Returns the cumulative number of data lines before each block.
    std::vector<std::int64_t> before() && {
        std::exclusive_scan(counts_.begin(), counts_.end(), counts_.begin(), std::int64_t{0});
        return std::move(counts_);
    }

private:
    std::mutex mutex_;
    std::vector<std::int64_t> counts_;
};

class Reader {
public:
    Reader(const TextFile& file, const std::string& path, const Progress& progress, int threads)
        : path_(path), threads_(resolve_threads(threads)), file_(file), header_(read_market_header(path, file)) {
        progress_.cancelled = progress.cancelled;
        // If the file turns out not to be in row order, it is read again from the beginning, but the reported progress
        // must not decrease.
        if (progress.report)
            progress_.report = [this, &progress](std::int64_t done, std::int64_t total) {
                reported_ = std::max(reported_, done);
                progress.report(reported_, total);
            };
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
        // The header may be wrong, so count the lines before allocating this much memory. Counting them is fast.
        std::atomic<std::int64_t> lines{0};
        file_.each_block(
            threads_, [&](const TextBlock& block) { lines += std::count(block.begin, block.end, '\n'); },
            [&](double) { progress_.check(0, file_.file_bytes()); });
        return out_of_proportion(header_.rows, lines);
    }

    /// Reports progress within one part of the work. The part lasts from `begin` to `end`, which are fractions of the
    /// total work. `share` is the completed fraction of the part.
    void check(double begin, double end, double share) const {
        const double done = begin + (end - begin) * std::min(1.0, share);
        progress_.check(static_cast<std::int64_t>(done * static_cast<double>(file_.file_bytes())), file_.file_bytes());
    }

    /// Processes all data blocks. Reports progress from `begin` to `end`, which are fractions of the total work.
    /// Converts a BadLine exception to an error with a message.
    template <class OnBlock> void pass(double begin, double end, const OnBlock& on_block) {
        std::mutex mutex;
        std::size_t first_bad = std::numeric_limits<std::size_t>::max();
        try {
            file_.each_block(
                threads_,
                [&](TextBlock block) {
                    if (!cut_header(header_, block)) return;
                    try {
                        on_block(block);
                    } catch (const BadLine& bad) {
                        const std::lock_guard lock(mutex);
                        first_bad = std::min(first_bad, bad.offset);
                        throw;
                    }
                },
                [&](double share) { check(begin, end, share); });
        } catch (const BadLine&) {
            const TextLine line = file_.line_at(first_bad);
            throw malformed(path_, line.number, explain_bad_line(header_, line.text));
        }
    }

    /// Throws if the number of data lines differs from the number declared in the header.
    void check_count(std::int64_t found) const {
        if (found == header_.entries) return;
        const TextLine line = file_.line_at(end_of_expected_lines());
        throw malformed(path_, line.number,
                        header_.array ? explain_values(found, line.text) : explain_entries(found, line.text));
    }

    std::string explain_values(std::int64_t found, const std::string& line) const {
        if (header_.entries < 0)
            return sentence(
                "The file ends after {found} {found:value|values}, but an array of {rows} x {cols} has more than "
                "2^63 values.",
                {{"found", found}, {"rows", header_.rows}, {"cols", header_.cols}});
        if (found < header_.entries)
            return sentence(
                "The file ends after {found} {found:value|values}, but an array of {rows} x {cols} requires "
                "{expected}.",
                {{"found", found}, {"rows", header_.rows}, {"cols", header_.cols}, {"expected", header_.entries}});
        return sentence(
            "The array of {rows} x {cols} has {expected} {expected:value|values}, but the file continues with "
            "{line}.",
            {{"rows", header_.rows},
             {"cols", header_.cols},
             {"expected", header_.entries},
             {"line", quoted(std::string_view(line))}});
    }

    std::string explain_entries(std::int64_t found, const std::string& line) const {
        if (found < header_.entries)
            return sentence(
                "The file ends after {found} {found:entry|entries}, but line {size_line} declares {expected}.",
                {{"found", found}, {"size_line", header_.size_line}, {"expected", header_.entries}});
        return sentence(
            "Line {size_line} declares {expected} {expected:entry|entries}, but the file continues with {line}.",
            {{"size_line", header_.size_line},
             {"expected", header_.entries},
             {"line", quoted(std::string_view(line))}});
    }

    /// Returns the offset of the first data line after the declared number of lines. If there is no such line, returns
    /// the offset of the last byte.
    std::size_t end_of_expected_lines() const {
        std::int64_t left = header_.entries < 0 ? std::numeric_limits<std::int64_t>::max() : header_.entries;
        std::size_t last = header_.data_begin - 1;
        std::optional<std::size_t> surplus;
        file_.each_block(
            1,
            [&](TextBlock block) {
                if (surplus || !cut_header(header_, block)) return;
                for (const char* p = block.begin; p < block.end; p = behind_line(p, block.end)) {
                    const char* first = p;
                    while (is_blank(*first) || *first == '\r') ++first;
                    if (*first == '\n' || *first == '%' || left-- > 0) continue;
                    surplus = block.offset + static_cast<std::size_t>(p - block.begin);
                    return;
                }
                last = block.offset + static_cast<std::size_t>(block.end - block.begin) - 1;
            },
            [&](double) { progress_.check(0, file_.file_bytes()); });
        return surplus.value_or(last);
    }

    void require_room(std::int64_t entries, double bytes_of_entry) const {
        require_memory(bytes_of_entry * static_cast<double>(entries), matrix_with_entries(entries));
    }

    std::string matrix_with_entries(std::int64_t entries) const {
        return sentence("The matrix in {file} with {entries} {entries:entry|entries}",
                        {{"file", path_}, {"entries", entries}});
    }

    void allocate_entries(std::int64_t entries) {
        require_room(entries, header_.field == Field::complex ? 20 : 12);
        CsrMatrix& csr = matrix_.csr;
        // Touch the new memory on all threads, because page faults take longer than writing to the memory.
        csr.value.reserve(static_cast<std::size_t>(entries));
        csr.column.reserve(static_cast<std::size_t>(entries));
        prefer_large_pages(csr.value.data(), csr.value.capacity() * sizeof(double));
        prefer_large_pages(csr.column.data(), csr.column.capacity() * sizeof(std::int32_t));
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
        require_memory(
            8.0 * static_cast<double>(header_.rows),
            sentence("The matrix in {file} with {rows} {rows:row|rows}", {{"file", path_}, {"rows", header_.rows}}));
        matrix_.csr.row_pointer.clear();
        grow(matrix_.csr.row_pointer, header_.rows + 1, std::int64_t{0}, progress_);
    }

    void read_coordinate() {
        allocate_rows();
        if (read_in_order(file_, header_, threads_, progress_, matrix_)) return;
        if (header_.entries > most_entries(file_, header_) || !has_room_on_shelves()) check_lines();
        try {
            if (fill_shelves()) return;
        } catch (const Error& error) {
            if (std::string(error.code()) != "file.malformed") throw;
        }
        check_lines();
        throw Error("file.changed", sentence("The file changed while it was being read."));
    }

    /// Returns an upper bound for the number of nonzeros. The exact number of mirrored entries is unknown until the
    /// file has been read.
    std::int64_t most_stored() const {
        return header_.symmetry == Symmetry::general ? header_.entries : 2 * header_.entries;
    }

    double bytes_of_entry() const {
        const ShelfLayout layout(header_.rows, header_.cols, header_.values(), most_stored());
        return std::max(header_.field == Field::complex ? 20.0 : 12.0, static_cast<double>(layout.entry_bytes));
    }

    bool has_room_on_shelves() const {
        return static_cast<double>(available_memory()) >= bytes_of_entry() * static_cast<double>(most_stored());
    }

    /// Throws the error for an invalid file. If a file has several errors, always reports the same one. The priorities,
    /// highest first, are: a line that is too long or has invalid indices, a wrong number of lines, insufficient
    /// memory, and an invalid value.
    void check_lines() {
        std::atomic<std::int64_t> found{0}, mirrored{0};
        pass(0, 0.5, [&](const TextBlock& block) {
            std::int64_t lines = 0, off_diagonal = 0;
            walk_entries(block, header_, true, [&](std::int64_t row, std::int64_t col, double, double) {
                ++lines;
                off_diagonal += row != col;
            });
            found += lines;
            mirrored += off_diagonal;
        });
        check_count(found);
        require_room(found + (header_.symmetry == Symmetry::general ? 0 : mirrored.load()), bytes_of_entry());
        pass(0.5, 1, [&](const TextBlock& block) {
            walk_entries(block, header_, false, [](std::int64_t, std::int64_t, double, double) {});
        });
    }

    /// Collects the entries in buckets and converts the buckets to rows. Returns false if the file has fewer lines than
    /// declared.
    bool fill_shelves() {
        CsrMatrix& csr = matrix_.csr;
        const ShelfLayout layout(header_.rows, header_.cols, header_.values(), most_stored());
        EntryShelves shelves(layout);
        const bool mirrors = header_.symmetry != Symmetry::general;
        const double re_sign = header_.symmetry == Symmetry::skew_symmetric ? -1 : 1;
        const double im_sign = header_.symmetry == Symmetry::symmetric ? 1 : -1;
        std::atomic<std::int64_t> found{0}, zeros{0};
        pass(0, text_share, [&](const TextBlock& block) {
            EntryShelves::Writer& writer = shelves.borrow();
            std::int64_t lines = 0, zeros_here = 0;
            walk_entries(block, header_, false, [&](std::int64_t row, std::int64_t col, double re, double im) {
                writer.add(row, col, re, im);
                if (mirrors && row != col) writer.add(col, row, re_sign * re, im_sign * im);
                ++lines;
                zeros_here += re == 0 && im == 0;
            });
            shelves.give_back(writer);
            zeros += zeros_here;
            // Stop here; check_lines() generates the error message.
            if ((found += lines) > header_.entries)
                throw Error("file.malformed", "The file has more entries than its header declares.");
        });
        if (found != header_.entries) return false;
        matrix_.stored = header_.entries;
        matrix_.explicit_zeros = zeros;
        const bool ascends =
            shelves.move_to(csr, threads_, progress_, [&](double share) { check(text_share, 1, share); });
        matrix_.repeats = ascends ? 0 : finish_rows(csr, threads_, progress_);
        return true;
    }

    void count_lines(BlockCounts& counts) {
        pass(0, 0.5, [&](const TextBlock& block) {
            std::int64_t lines = 0;
            walk_entries(block, header_, true, [&](std::int64_t, std::int64_t, double, double) { ++lines; });
            counts.note(block, lines);
        });
        check_count(counts.sum());
    }

    /// Reads the `array` format: values in column-major order. A symmetric array contains only the lower triangle, and
    /// a skew-symmetric array also omits the diagonal.
    void read_array() {
        CsrMatrix& csr = matrix_.csr;
        BlockCounts counts;
        count_lines(counts);
        matrix_.stored = header_.entries;

        allocate_rows();
        const bool skew = header_.symmetry == Symmetry::skew_symmetric;
        const std::int64_t n = header_.rows, length = std::max<std::int64_t>(0, header_.cols - skew);
        for (std::int64_t row = 0; row <= n; ++row) csr.row_pointer[row] = row * length;
        allocate_entries(n * length);
        const auto put = [&](std::int64_t row, std::int64_t col, double re, double im) {
            const auto place = static_cast<std::size_t>(row * length + col - (skew && col > row));
            if (place >= csr.column.size())
                throw Error("file.changed", sentence("The file changed while it was being read."));
            csr.column[place] = static_cast<std::int32_t>(col);
            csr.value[place] = re;
            if (!csr.imaginary.empty()) csr.imaginary[place] = im;
        };

        const bool triangle = header_.symmetry != Symmetry::general;
        const auto stored_before = [&](std::int64_t col) { // number of values in the preceding columns
            if (!triangle) return col * n;
            return col * (n - skew) - col * (col - 1) / 2;
        };
        const double re_sign = skew ? -1 : 1, im_sign = header_.symmetry == Symmetry::symmetric ? 1 : -1;
        const std::vector<std::int64_t> values_before = std::move(counts).before();
        std::atomic<std::int64_t> zeros{0};
        pass(0.5, 1, [&](const TextBlock& block) {
            if (block.index >= static_cast<std::int64_t>(values_before.size()))
                return; // the file has grown since its lines were counted
            const std::int64_t first = values_before[static_cast<std::size_t>(block.index)];
            std::int64_t low = 0,
                         high = header_.cols; // the last column that starts at or before the first value of the block
            while (high - low > 1) {
                const std::int64_t middle = low + (high - low) / 2;
                (stored_before(middle) <= first ? low : high) = middle;
            }
            std::int64_t col = low, row = first - stored_before(col) + (triangle ? col + skew : 0), found = 0;
            walk_entries(block, header_, false, [&](std::int64_t, std::int64_t, double re, double im) {
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
        BlockCounts counts;
        count_lines(counts);
        if (header_.field == Field::complex || (header_.array && header_.entries != 0))
            throw Error(
                "file.unsupported",
                sentence("{file} declares a matrix of {rows} x {cols}. Above 2147483647 rows or columns, only real "
                         "coordinate matrices can be described.",
                         {{"file", path_}, {"rows", header_.rows}, {"cols", header_.cols}}),
                sentence("Extract a smaller part of the matrix."));
        const bool mirrors = header_.symmetry != Symmetry::general;
        require_memory(48.0 * static_cast<double>(header_.entries) * (mirrors ? 2 : 1),
                       matrix_with_entries(header_.entries));

        std::vector<Entry>& all = matrix_.oversize_entries;
        std::mutex mutex;
        std::int64_t zeros = 0;
        pass(0.5, 1, [&](const TextBlock& block) {
            std::vector<Entry> entries;
            std::int64_t found = 0;
            walk_entries(block, header_, false, [&](std::int64_t row, std::int64_t col, double re, double) {
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
            return portable::bit_cast<std::uint64_t>(a.value) < portable::bit_cast<std::uint64_t>(b.value);
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
    Progress progress_;
    std::int64_t reported_ = 0;
    const int threads_;
    const TextFile& file_;
    MarketHeader header_;
    Matrix matrix_;
};

} // namespace

std::string note_on_values(const Matrix& matrix) {
    if (matrix.field != Field::integer) return matrix.remark;
    const auto is_large = [](double value) { return std::abs(value) >= 0x1p53; };
    const auto large = std::count_if(matrix.csr.value.begin(), matrix.csr.value.end(), is_large) +
                       std::count_if(matrix.oversize_entries.begin(), matrix.oversize_entries.end(),
                                     [&](const Entry& entry) { return is_large(entry.value); });
    if (large == 0) return matrix.remark;
    return (matrix.remark.empty() ? "" : matrix.remark + " ") +
           sentence(
               "{count} {count:integer has|integers have} a magnitude of 2^53 or more. Integers that a double cannot "
               "represent exactly are rounded to the nearest double.",
               {{"count", large}});
}

Matrix read_matrix_market(const std::string& path, const Progress& progress, int threads) {
    return read_matrix_market(TextFile(path), path, progress, threads);
}

Matrix read_matrix_market(const TextFile& file, const std::string& path, const Progress& progress, int threads) {
    return file.while_unchanged([&] { return Reader(file, path, progress, threads).read(); });
}

} // namespace warploom
