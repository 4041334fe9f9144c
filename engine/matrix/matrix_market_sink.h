#pragma once

#include "engine/matrix/csr_matrix.h"

#include <array>
#include <cstdint>

namespace warploom {

/// Counts the entries of each row, mirrored ones too, into row_pointer[row + 1]. One for each thread and chunk; what
/// it holds back (runs of one row are added in one step, so that threads do not fight over long rows) is added by
/// flush() at the latest.
class RowCounter {
public:
    RowCounter(CsrMatrix& matrix, Symmetry symmetry, bool shared)
        : counts_(matrix.row_pointer.data() + 1), mirrors_(symmetry != Symmetry::general), shared_(shared) {}

    void add(std::int64_t row, std::int64_t col) {
        direct_.add(*this, row);
        if (mirrors_ && row != col) mirrored_.add(*this, col);
    }
    void flush() {
        direct_.flush(*this);
        mirrored_.flush(*this);
    }

private:
    struct Run {
        std::int64_t row = 0, length = 0;
        void add(RowCounter& counter, std::int64_t next) {
            if (next != row) {
                flush(counter);
                row = next;
            }
            ++length;
        }
        void flush(RowCounter& counter) {
            if (length > 0) counter.bump(row, length);
            length = 0;
        }
    };
    void bump(std::int64_t row, std::int64_t length);

    std::int64_t* counts_;
    bool mirrors_, shared_;
    Run direct_, mirrored_;
};

/// Puts entries where row_pointer[row] says that the row's next one goes, and moves that on; mirrors what the symmetry
/// asks for. Filled in batches, for the same reason.
class EntryScatter {
public:
    EntryScatter(CsrMatrix& matrix, Symmetry symmetry, bool shared)
        : matrix_(matrix), symmetry_(symmetry), shared_(shared) {}

    void add(std::int64_t row, std::int64_t col, double re, double im) {
        row_[size_] = static_cast<std::int32_t>(row);
        col_[size_] = static_cast<std::int32_t>(col);
        re_[size_] = re;
        im_[size_] = im;
        if (++size_ == capacity) flush();
    }
    void flush();

    std::int64_t explicit_zeros() const { return explicit_zeros_; }

private:
    static constexpr std::size_t capacity = 512;
    void scatter(const std::array<std::int32_t, capacity>& row, const std::array<std::int32_t, capacity>& col,
                 double re_sign, double im_sign, bool off_diagonal_only);

    CsrMatrix& matrix_;
    Symmetry symmetry_;
    bool shared_;
    std::size_t size_ = 0;
    std::int64_t explicit_zeros_ = 0;
    std::array<std::int32_t, capacity> row_, col_;
    std::array<double, capacity> re_, im_;
};

/// Turns counts in row_pointer[1..rows] into the beginning of each row; returns their sum.
std::int64_t counts_to_pointers(CsrMatrix& matrix);
/// Undoes what EntryScatter did to the pointers: each one stands at its row's end, hence at the next one's beginning.
void restore_pointers(CsrMatrix& matrix);

} // namespace warploom
