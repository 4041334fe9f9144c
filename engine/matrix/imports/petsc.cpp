#include "engine/matrix/imports/entry_list.h"
#include "engine/matrix/imports/import_source.h"
#include "engine/portable.h"
#include "engine/sentence.h"

namespace warploom::imports {

namespace {

class BigEndian {
public:
    explicit BigEndian(const ImportSource& source) : source_(source) {}

    std::int64_t whole(int bytes) {
        require(static_cast<std::uint64_t>(bytes));
        std::uint64_t number = 0;
        for (int b = 0; b < bytes; ++b) number = number << 8 | static_cast<unsigned char>(source_.text[at_++]);
        return bytes == 4 ? static_cast<std::int32_t>(static_cast<std::uint32_t>(number))
                          : static_cast<std::int64_t>(number);
    }
    double real() { return portable::bit_cast<double>(static_cast<std::uint64_t>(whole(8))); }
    std::uint64_t left() const { return source_.text.size() - at_; }
    /// Throws if the rest of the file has fewer than `bytes` bytes.
    void require(std::uint64_t bytes) const {
        if (left() < bytes)
            refuse_file(source_, sentence("The PETSc file is truncated after {bytes} {bytes:byte|bytes}.",
                                          {{"bytes", source_.text.size()}}));
    }

private:
    const ImportSource& source_;
    std::size_t at_ = 0;
};

} // namespace

Matrix read_petsc(const ImportSource& source) {
    constexpr std::int64_t matrix_id = 1211216;
    BigEndian in(source);
    const int index_bytes = source.text.size() >= 8 && source.text[0] == 0 && source.text[1] == 0 ? 8 : 4;
    if (in.whole(index_bytes) != matrix_id) refuse_file(source, sentence("The file is not a PETSc matrix."));
    const std::int64_t rows = in.whole(index_bytes), cols = in.whole(index_bytes), stored = in.whole(index_bytes);
    if (rows < 0 || cols < 0 || stored < -1) refuse_file(source, sentence("The PETSc matrix has a negative size."));
    if (std::max(rows, cols) > largest_order)
        refuse_kind(source, sentence("The matrix has more than 2147483647 rows or columns, which is not supported."));
    EntryList list(source.path, source.progress);
    if (stored == -1) { // the matrix is dense and stored by rows
        if (cols > 0 && static_cast<std::uint64_t>(rows) > in.left() / 8 / static_cast<std::uint64_t>(cols))
            in.require(in.left() + 1);
        for (std::int64_t row = 0; row < rows; ++row)
            for (std::int64_t col = 0; col < cols; ++col)
                if (const double value = in.real(); value != 0) list.add(row, col, value);
        return std::move(list).build(rows, cols, Field::real, Symmetry::general, source.threads);
    }

    const auto bytes = static_cast<std::uint64_t>(index_bytes);
    if (static_cast<std::uint64_t>(rows) > in.left() / bytes) in.require(in.left() + 1);
    std::vector<std::int64_t> length(static_cast<std::size_t>(rows));
    std::int64_t sum = 0;
    for (std::int64_t& each : length) {
        each = in.whole(index_bytes);
        if (each < 0 || each > stored - sum)
            refuse_file(source,
                        sentence("The row lengths of the PETSc matrix do not add up to {count}.", {{"count", stored}}));
        sum += each;
    }
    if (sum != stored)
        refuse_file(source,
                    sentence("The row lengths of the PETSc matrix do not add up to {count}.", {{"count", stored}}));
    if (static_cast<std::uint64_t>(stored) > in.left() / (bytes + 8)) in.require(in.left() + 1);
    std::vector<std::int32_t> column(static_cast<std::size_t>(stored));
    for (std::int32_t& each : column) {
        const std::int64_t col = in.whole(index_bytes);
        if (col < 0 || col >= cols)
            refuse_file(source, sentence("The column index {index} is not between 0 and {last}.",
                                         {{"index", col}, {"last", cols - 1}}));
        each = static_cast<std::int32_t>(col);
    }
    const bool is_complex = stored > 0 && in.left() >= 16 * static_cast<std::uint64_t>(stored);
    std::size_t k = 0;
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t e = 0; e < length[static_cast<std::size_t>(row)]; ++e, ++k) {
            const double value = in.real();
            if (is_complex) list.add(row, column[k], value, in.real());
            else list.add(row, column[k], value);
        }
    return std::move(list).build(rows, cols, is_complex ? Field::complex : Field::real, Symmetry::general,
                                 source.threads);
}

} // namespace warploom::imports
