#include "engine/matrix/matrix_market_in_order.h"

#include "engine/matrix/matrix_market_lines.h"
#include "engine/matrix/row_builder.h"
#include "engine/memory.h"
#include "engine/parallel.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>

namespace warploom {

namespace {

/// Thrown if the entries of the file are not in row order.
struct OutOfOrder {};

/// Number of data lines in a block of text, and the matrix rows of its first and last lines. The lines between them are
/// not parsed.
struct BlockOutline {
    std::int64_t lines = 0;
    /// Matrix row of the first entry, and matrix row and column of the last entry, counted from 0. Valid only if the
    /// block contains lines.
    std::int64_t first_row = 0, last_row = 0, last_col = 0;
};

/// Returns the number of lines in a block of text, or -1 if one of them may be blank or a comment. A line may be a
/// comment if its first byte is not greater than '%'. This includes lines with a space before the index.
std::int64_t plain_lines(const TextBlock& block) {
    if (static_cast<unsigned char>(*block.begin) <= '%') return -1;
    // Count lines in 8-bit counters, which vectorizes best. A counter cannot overflow within 255 iterations.
    constexpr std::ptrdiff_t lanes = 64, most_turns = 255;
    std::int64_t lines = 0, special = 0;
    const char* p = block.begin;
    // The last byte of the block is a newline, so no line starts after it.
    for (const char* const end = block.end - 1; p < end;) {
        std::uint8_t newlines[lanes] = {}, specials[lanes] = {};
        const std::ptrdiff_t turns = std::min(most_turns, (end - p) / lanes);
        for (std::ptrdiff_t turn = 0; turn < turns; ++turn, p += lanes)
            for (std::ptrdiff_t lane = 0; lane < lanes; ++lane) {
                const bool newline = p[lane] == '\n';
                newlines[lane] = static_cast<std::uint8_t>(newlines[lane] + newline);
                specials[lane] |= static_cast<std::uint8_t>(newline & (static_cast<unsigned char>(p[lane + 1]) <= '%'));
            }
        for (std::ptrdiff_t lane = 0; lane < lanes; ++lane) {
            lines += newlines[lane];
            special |= specials[lane];
        }
        if (turns == most_turns) continue;
        for (; p < end; ++p) {
            lines += *p == '\n';
            special |= static_cast<std::int64_t>(*p == '\n' && static_cast<unsigned char>(p[1]) <= '%');
        }
    }
    return special != 0 ? -1 : lines + 1;
}

/// Parses the row and column indices at the start of a data line.
void read_indices(const MarketHeader& header, const char* p, std::int64_t& row, std::int64_t& col) {
    row = col = 1;
    skip_blanks(p);
    bool good = parse_count(p, row);
    skip_blanks(p);
    if (header.indices() == 2) good = good && parse_count(p, col);
    if (!good || row < 1 || row > header.rows) throw OutOfOrder();
    --row, --col;
}

BlockOutline outline(const TextBlock& block, const MarketHeader& header) {
    BlockOutline found;
    const char *first = block.begin, *last = nullptr;
    found.lines = plain_lines(block);
    if (found.lines > 0) {
        const auto before = static_cast<std::size_t>(block.end - 1 - block.begin);
        last = static_cast<const char*>(::memrchr(block.begin, '\n', before));
        last = last == nullptr ? block.begin : last + 1;
    } else {
        found.lines = 0;
        for (const char* p = block.begin; p < block.end; p = behind_line(p, block.end)) {
            skip_blanks(p);
            while (*p == '\r' || is_blank(*p)) ++p;
            if (*p == '\n' || *p == '%') continue;
            if (found.lines++ == 0) first = p;
            last = p;
        }
        if (found.lines == 0) return found;
    }
    std::int64_t first_col = 0;
    read_indices(header, first, found.first_row, first_col);
    read_indices(header, last, found.last_row, found.last_col);
    return found;
}

/// The size of the matrix after all preceding blocks have been added.
struct Filled {
    std::int64_t entries = 0;
    std::int64_t last_row = -1, last_col = -1;
};

/// Appends the entries of a block of text to the matrix, and sets the row pointers of the block.
class InOrder {
public:
    /// `is_complex` is a parameter, because the arrays of the matrix cannot be examined while another thread grows
    /// them.
    InOrder(CsrMatrix& matrix, bool is_complex, const Filled& before, const BlockOutline& block)
        : pointer_(matrix.row_pointer.data()), column_(matrix.column.data()), value_(matrix.value.data()),
          imaginary_(is_complex ? matrix.imaginary.data() : nullptr), place_(before.entries),
          end_(before.entries + block.lines), row_(before.last_row), col_(before.last_col), last_row_(block.last_row) {}

    void operator()(std::int64_t row, std::int64_t col, double re, double im) {
        if (row != row_) {
            // The rows after the last row of this block belong to another thread.
            if (row < row_ || row > last_row_) throw OutOfOrder();
            while (row_ < row) pointer_[++row_] = place_;
            col_ = -1;
        }
        if (place_ == end_) throw OutOfOrder();
        ascends_ &= col > col_;
        col_ = col;
        zeros_ += re == 0 && im == 0;
        column_[place_] = static_cast<std::int32_t>(col);
        value_[place_] = re;
        if (imaginary_ != nullptr) imaginary_[place_] = im;
        ++place_;
    }

    bool is_full() const { return place_ == end_; }
    bool ascends() const { return ascends_; }
    std::int64_t zeros() const { return zeros_; }

private:
    std::int64_t* const pointer_;
    std::int32_t* const column_;
    double *const value_, *const imaginary_;
    std::int64_t place_;
    const std::int64_t end_;
    std::int64_t row_, col_;
    const std::int64_t last_row_;
    std::int64_t zeros_ = 0;
    bool ascends_ = true;
};

class OrderedReader {
public:
    OrderedReader(const TextFile& file, const MarketHeader& header, int threads, const Progress& progress,
                  Matrix& matrix)
        : file_(file), header_(header), threads_(resolve_threads(threads)), progress_(progress), matrix_(matrix) {}

    bool read() {
        try {
            reserve();
            file_.each_block_in_turn(
                threads_, [this](const TextBlock& block, const TextFile::Turn& turn) { take(block, turn); },
                [this](double share) {
                    progress_.check(
                        static_cast<std::int64_t>(std::min(1.0, share) * static_cast<double>(file_.file_bytes())),
                        file_.file_bytes());
                });
            if (filled_.entries != header_.entries) throw OutOfOrder();
        } catch (const OutOfOrder&) { return give_up(); } catch (const BadLine&) {
            return give_up();
        } catch (const std::bad_alloc&) { return give_up(); } catch (const Error& error) {
            // ignore invalid lines, because the general reader reports the first invalid line
            if (std::string(error.code()) != "file.malformed") throw;
            return give_up();
        }
        CsrMatrix& csr = matrix_.csr;
        std::fill(csr.row_pointer.begin() + filled_.last_row + 1, csr.row_pointer.end(), filled_.entries);
        matrix_.stored = header_.entries;
        matrix_.explicit_zeros = zeros_;
        matrix_.repeats = ascends_ ? 0 : finish_rows(csr, threads_, progress_);
        return true;
    }

private:
    void reserve() {
        const auto entries = static_cast<std::size_t>(header_.entries);
        const bool is_complex = header_.field == Field::complex;
        if (available_memory() < header_.entries * (is_complex ? 20 : 12)) throw OutOfOrder();
        const auto reserve = [&](auto& array) {
            array.reserve(entries);
            prefer_large_pages(array.data(), entries * sizeof array[0]);
        };
        reserve(matrix_.csr.column);
        reserve(matrix_.csr.value);
        if (is_complex) reserve(matrix_.csr.imaginary);
    }

    void take(TextBlock block, const TextFile::Turn& turn) {
        if (!cut_header(header_, block)) return;
        const BlockOutline lines = outline(block, header_);
        if (lines.lines == 0) return;
        Filled before;
        turn([&] {
            before = filled_;
            const std::int64_t entries = before.entries + lines.lines;
            if (lines.first_row < before.last_row || lines.last_row < lines.first_row || entries > header_.entries)
                throw OutOfOrder();
            filled_ = {entries, lines.last_row, lines.last_col};
            grow_to(filled_.entries);
        });
        if (threads_ > 1) take_pages_ahead(before.entries, lines.lines);
        InOrder put(matrix_.csr, header_.field == Field::complex, before, lines);
        walk_entries(block, header_, false, put);
        if (!put.is_full()) throw OutOfOrder();
        zeros_ += put.zeros();
        if (!put.ascends()) ascends_ = false;
    }

    /// Extends the matrix arrays within the capacity set by reserve(). Nothing is reallocated while other threads are
    /// writing.
    void grow_to(std::int64_t entries) {
        const auto size = static_cast<std::size_t>(entries);
        matrix_.csr.column.resize(size);
        matrix_.csr.value.resize(size);
        if (header_.field == Field::complex) matrix_.csr.imaginary.resize(size);
    }

    /// Touches the memory pages that this thread will probably need for its next block. Otherwise, page faults would
    /// take most of the time in grow_to(), which is executed by one thread at a time.
    void take_pages_ahead(std::int64_t place, std::int64_t lines) {
        const std::int64_t begin = std::min(header_.entries, place + threads_ * lines);
        const auto count = static_cast<std::size_t>(std::min(header_.entries, begin + lines) - begin);
        const auto populate = [&](auto& array) { populate_pages(array.data() + begin, count * sizeof array[0]); };
        populate(matrix_.csr.column);
        populate(matrix_.csr.value);
        if (header_.field == Field::complex) populate(matrix_.csr.imaginary);
    }

    bool give_up() {
        CsrMatrix& csr = matrix_.csr;
        std::fill(csr.row_pointer.begin(), csr.row_pointer.begin() + filled_.last_row + 2, 0);
        csr.column = {};
        csr.value = {};
        csr.imaginary = {};
        return false;
    }

    const TextFile& file_;
    const MarketHeader& header_;
    const int threads_;
    const Progress& progress_;
    Matrix& matrix_;
    Filled filled_;
    std::atomic<std::int64_t> zeros_{0};
    std::atomic<bool> ascends_{true};
};

} // namespace

bool read_in_order(const TextFile& file, const MarketHeader& header, int threads, const Progress& progress,
                   Matrix& matrix) {
    if (header.array || header.symmetry != Symmetry::general || header.entries > most_entries(file, header))
        return false;
    return OrderedReader(file, header, threads, progress, matrix).read();
}

} // namespace warploom
