#include "engine/matrix/matrix_market.h"

#include "engine/atomic_file.h"
#include "engine/portable.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace warploom {

namespace {

/// Buffers numbers and words before writing them to a file.
class NumberFile {
public:
    explicit NumberFile(const std::string& path) : file_(path) {}

    void text(std::string_view text) { file_.write(text); }
    void number(std::int64_t number) {
        char digits[24];
        file_.write(
            {digits, static_cast<std::size_t>(std::to_chars(digits, digits + sizeof digits, number).ptr - digits)});
    }
    void number(double number, bool is_whole) {
        char digits[400];
        const auto end = is_whole
                             ? portable::to_chars(digits, digits + sizeof digits, number, std::chars_format::fixed).ptr
                             : portable::to_chars(digits, digits + sizeof digits, number).ptr;
        file_.write({digits, static_cast<std::size_t>(end - digits)});
    }
    void finish() { file_.finish(); }

private:
    AtomicFile file_;
};

/// Returns the field (such as real, integer or pattern) to write in the header. This is the field of the matrix unless
/// sums of duplicates no longer fit it.
Field writable_field(const Matrix& matrix) {
    const auto all = [&](const auto& good) {
        return std::all_of(matrix.csr.value.begin(), matrix.csr.value.end(), good) &&
               std::all_of(matrix.oversize_entries.begin(), matrix.oversize_entries.end(),
                           [&](const Entry& entry) { return good(entry.value); });
    };
    if (!matrix.csr.imaginary.empty()) return Field::complex;
    if (matrix.field == Field::complex) return Field::complex;
    if (matrix.field == Field::pattern && all([](double value) { return value == 1; })) return Field::pattern;
    const bool is_whole = matrix.field == Field::pattern || matrix.field == Field::integer;
    if (is_whole && all([](double value) { return std::abs(value) < 1e22 && value == std::floor(value); }))
        return Field::integer;
    return Field::real;
}

class Writer {
public:
    Writer(const std::string& path, const Matrix& matrix, const Progress& progress)
        : file_(path), matrix_(matrix), progress_(progress), field_(writable_field(matrix)) {}

    void write() {
        const bool oversize = matrix_.is_oversize();
        const std::int64_t entries =
            oversize ? static_cast<std::int64_t>(matrix_.oversize_entries.size()) : matrix_.csr.nonzeros();
        file_.text(std::string("%%MatrixMarket matrix coordinate ") + to_string(field_) + " general\n");
        file_.text("% " + one_line(matrix_.name) + "\n");
        file_.number(matrix_.rows());
        file_.text(" ");
        file_.number(matrix_.cols());
        file_.text(" ");
        file_.number(entries);
        file_.text("\n");
        if (oversize)
            for (const Entry& entry : matrix_.oversize_entries) put(entry.row, entry.col, entry.value, 0, entries);
        else write_rows(entries);
        progress_.check(entries, entries);
        file_.finish();
    }

private:
    void write_rows(std::int64_t entries) {
        const CsrMatrix& csr = matrix_.csr;
        for (std::int64_t row = 0; row < csr.rows; ++row) {
            const auto end = static_cast<std::size_t>(csr.row_pointer[row + 1]);
            for (auto k = static_cast<std::size_t>(csr.row_pointer[row]); k < end; ++k)
                put(row, csr.column[k], csr.value[k], csr.imaginary.empty() ? 0 : csr.imaginary[k], entries);
        }
    }

    void put(std::int64_t row, std::int64_t col, double re, double im, std::int64_t entries) {
        if (done_++ % 65536 == 0) progress_.check(done_ - 1, entries);
        file_.number(row + 1);
        file_.text(" ");
        file_.number(col + 1);
        if (field_ != Field::pattern) {
            file_.text(" ");
            file_.number(re, field_ == Field::integer);
        }
        if (field_ == Field::complex) {
            file_.text(" ");
            file_.number(im, false);
        }
        file_.text("\n");
    }

    static std::string one_line(std::string text) {
        std::replace_if(
            text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 32; }, ' ');
        if (text.size() > 1000) text.resize(1000);
        return text;
    }

    NumberFile file_;
    const Matrix& matrix_;
    const Progress& progress_;
    const Field field_;
    std::int64_t done_ = 0;
};

} // namespace

void write_matrix_market(const std::string& path, const Matrix& matrix, const Progress& progress) {
    Writer(path, matrix, progress).write();
}

} // namespace warploom
