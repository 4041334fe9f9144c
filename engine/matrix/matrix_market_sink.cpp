#include "engine/matrix/matrix_market_sink.h"

#include "engine/error.h"

#include <atomic>

namespace warploom {

namespace {

/// Adds to a counter that other threads may share, and returns what it was.
std::int64_t fetch_add(std::int64_t& counter, std::int64_t amount, bool shared) {
    if (shared) return std::atomic_ref(counter).fetch_add(amount, std::memory_order_relaxed);
    const std::int64_t before = counter;
    counter += amount;
    return before;
}

} // namespace

void RowCounter::bump(std::int64_t row, std::int64_t length) { fetch_add(counts_[row], length, shared_); }

void EntryScatter::scatter(const std::array<std::int32_t, capacity>& row, const std::array<std::int32_t, capacity>& col,
                           double re_sign, double im_sign, bool off_diagonal_only) {
    std::int64_t* pointer = matrix_.row_pointer.data();
    const auto slots = static_cast<std::int64_t>(matrix_.column.size());
    std::int32_t* column = matrix_.column.data();
    double* value = matrix_.value.data();
    double* imaginary = matrix_.imaginary.empty() ? nullptr : matrix_.imaginary.data();
    for (std::size_t begin = 0; begin < size_;) {
        std::size_t end = begin + 1;
        while (end < size_ && row[end] == row[begin]) ++end;
        std::int64_t wanted = static_cast<std::int64_t>(end - begin);
        if (off_diagonal_only)
            for (std::size_t k = begin; k < end; ++k) wanted -= row[k] == col[k];
        if (wanted > 0) {
            std::int64_t place = fetch_add(pointer[row[begin]], wanted, shared_);
            // The rows were counted in an earlier pass; another program may have written to the file since.
            if (place + wanted > slots) throw Error("file.changed", "The file changed while it was read.");
            for (std::size_t k = begin; k < end; ++k) {
                if (off_diagonal_only && row[k] == col[k]) continue;
                column[place] = col[k];
                value[place] = re_sign * re_[k];
                if (imaginary != nullptr) imaginary[place] = im_sign * im_[k];
                ++place;
            }
        }
        begin = end;
    }
}

void EntryScatter::flush() {
    scatter(row_, col_, 1, 1, false);
    if (symmetry_ != Symmetry::general) {
        const double re_sign = symmetry_ == Symmetry::skew_symmetric ? -1 : 1;
        const double im_sign = symmetry_ == Symmetry::symmetric ? 1 : -1;
        scatter(col_, row_, re_sign, im_sign, true);
    }
    for (std::size_t k = 0; k < size_; ++k) explicit_zeros_ += re_[k] == 0 && im_[k] == 0;
    size_ = 0;
}

std::int64_t counts_to_pointers(CsrMatrix& matrix) {
    for (std::size_t row = 1; row < matrix.row_pointer.size(); ++row)
        matrix.row_pointer[row] += matrix.row_pointer[row - 1];
    return matrix.row_pointer.back();
}

void restore_pointers(CsrMatrix& matrix) {
    for (std::size_t row = matrix.row_pointer.size() - 1; row > 0; --row)
        matrix.row_pointer[row] = matrix.row_pointer[row - 1];
    matrix.row_pointer[0] = 0;
}

} // namespace warploom
