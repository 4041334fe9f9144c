#include "engine/matrix/npz/npz_reader.h"

#include "engine/error.h"
#include "engine/matrix/npz/npy_array.h"
#include "engine/matrix/npz/zip_archive.h"
#include "engine/matrix/row_builder.h"
#include "engine/memory.h"
#include "engine/parallel.h"
#include "engine/regular_file.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace warploom {

namespace {

constexpr std::int64_t largest_order = std::numeric_limits<std::int32_t>::max();

class NpzReader {
public:
    NpzReader(const std::string& path, const Progress& progress)
        : path_(path), progress_(progress),
          bytes_(read_regular_file(path, static_cast<std::size_t>(available_memory() / 2),
                                   "Check the path, or close other programs.")),
          archive_(bytes_, path) {}

    Matrix read(int threads) {
        require_short("format");
        require_short("shape");
        const std::string format = member("format").text();
        const NpyArray shape = whole_numbers("shape");
        if (shape.size() != 2) refuse("its shape should have two sizes, and has " + std::to_string(shape.size()));
        matrix_.csr.rows = shape.whole(0);
        matrix_.csr.cols = shape.whole(1);
        if (matrix_.csr.rows < 0 || matrix_.csr.cols < 0) refuse("its shape has a size below 0");
        if (std::max(matrix_.csr.rows, matrix_.csr.cols) > largest_order)
            throw Error("file.unsupported",
                        "'" + path_ + "' cannot be read: it has more than 2147483647 rows or columns.");
        require_memory(static_cast<double>(matrix_.csr.rows) * 8, "The rows of '" + path_ + "'");
        if (format == "csr") read_compressed(false);
        else if (format == "csc") read_compressed(true);
        else if (format == "coo") read_coordinates();
        else if (format == "bsr") read_blocks();
        else if (format == "dia") read_diagonals();
        else refuse("its format '" + format.substr(0, 16) + "' is not csr, csc, coo, bsr or dia");
        matrix_.name = path_;
        matrix_.stored = matrix_.csr.nonzeros();
        matrix_.repeats = finish_rows(matrix_.csr, threads, progress_);
        matrix_.explicit_zeros = std::count(matrix_.csr.value.begin(), matrix_.csr.value.end(), 0.0);
        return std::move(matrix_);
    }

private:
    [[noreturn]] void refuse(const std::string& what) const {
        throw Error("file.malformed", "'" + path_ + "' is no matrix of SciPy: " + what + ".",
                    "Write it again with scipy.sparse.save_npz.");
    }
    /// Rejects members that should contain a word or two numbers but are longer, before unpacking them.
    void require_short(const std::string& name) const {
        constexpr std::uint64_t longest = 4096;
        const ZipArchive::Member* const found = archive_.find(name + ".npy");
        if (found != nullptr && found->size > longest)
            refuse("its array '" + name + "' has " + std::to_string(found->size) + " bytes");
    }
    NpyArray member(const std::string& name) {
        stop_if_cancelled(progress_);
        const ZipArchive::Member* const found = archive_.find(name + ".npy");
        if (found == nullptr) refuse("it has no array '" + name + "'");
        return {archive_.read(*found), "The array '" + name + "' of '" + path_ + "'"};
    }
    NpyArray whole_numbers(const std::string& name) {
        NpyArray array = member(name);
        if (array.is_fraction() || array.is_text()) refuse("its array '" + name + "' should hold whole numbers");
        return array;
    }
    NpyArray values(std::size_t dimensions) {
        NpyArray array = member("data");
        if (array.is_text()) refuse("its array 'data' should hold numbers");
        if (array.shape().size() != dimensions)
            refuse("its array 'data' should have " + std::to_string(dimensions) + " dimensions");
        matrix_.field = array.is_fraction() ? Field::real : Field::integer;
        return array;
    }
    void require_size(const char* name, const NpyArray& array, std::int64_t size) const {
        if (array.shape().size() != 1 || array.size() != size)
            refuse(std::string("its array '") + name + "' should have " + std::to_string(size) + " elements");
    }
    std::int32_t index(const NpyArray& indices, std::int64_t at, std::int64_t limit, const char* what) const {
        const std::int64_t found = indices.whole(at);
        if (found < 0 || found >= limit)
            refuse("entry " + std::to_string(at) + " stands in " + what + " " + std::to_string(found) + " of " +
                   std::to_string(limit));
        return static_cast<std::int32_t>(found);
    }
    /// Reads row (or column) pointers: starting at 0, nondecreasing, ending at the number of entries.
    std::vector<std::int64_t> pointers(std::int64_t count, std::int64_t entries) {
        const NpyArray array = whole_numbers("indptr");
        require_size("indptr", array, count + 1);
        std::vector<std::int64_t> list(static_cast<std::size_t>(count) + 1);
        for (std::int64_t i = 0; i <= count; ++i) {
            list[i] = array.whole(i);
            if (i == 0 ? list[0] != 0 : list[i] < list[i - 1] || list[i] > entries)
                refuse("its array 'indptr' falls, or leaves its entries, at " + std::to_string(i));
        }
        if (list.back() != entries)
            refuse("its array 'indptr' ends at " + std::to_string(list.back()) + ", and there are " +
                   std::to_string(entries) + " entries");
        return list;
    }

    /// Allocates space for the entries whose rows `each_entry` enumerates.
    template <class Each> void place(const Each& each_entry) {
        CsrMatrix& csr = matrix_.csr;
        csr.row_pointer.assign(static_cast<std::size_t>(csr.rows) + 1, 0);
        std::int64_t entries = 0;
        each_entry([&](std::int64_t row, std::int64_t, double) {
            ++csr.row_pointer[row + 1];
            ++entries;
        });
        require_memory(static_cast<double>(entries) * 12, "The entries of '" + path_ + "'");
        std::partial_sum(csr.row_pointer.begin(), csr.row_pointer.end(), csr.row_pointer.begin());
        csr.column.resize(static_cast<std::size_t>(entries));
        csr.value.resize(static_cast<std::size_t>(entries));
        std::vector<std::int64_t> next(csr.row_pointer.begin(), csr.row_pointer.end() - 1);
        each_entry([&](std::int64_t row, std::int64_t col, double value) {
            const std::int64_t at = next[row]++;
            csr.column[at] = static_cast<std::int32_t>(col);
            csr.value[at] = value;
        });
    }

    void read_compressed(bool by_columns) {
        const NpyArray data = values(1), indices = whole_numbers("indices");
        require_size("indices", indices, data.size());
        const std::int64_t outer = by_columns ? matrix_.csr.cols : matrix_.csr.rows;
        const std::int64_t inner = by_columns ? matrix_.csr.rows : matrix_.csr.cols;
        const auto pointer = pointers(outer, data.size());
        place([&](auto&& put) {
            for (std::int64_t i = 0; i < outer; ++i)
                for (std::int64_t k = pointer[i]; k < pointer[i + 1]; ++k) {
                    const std::int64_t at = index(indices, k, inner, by_columns ? "row" : "column");
                    put(by_columns ? at : i, by_columns ? i : at, data.number(k));
                }
        });
    }

    void read_coordinates() {
        const NpyArray data = values(1), row = whole_numbers("row"), col = whole_numbers("col");
        require_size("row", row, data.size());
        require_size("col", col, data.size());
        place([&](auto&& put) {
            for (std::int64_t k = 0; k < data.size(); ++k)
                put(index(row, k, matrix_.csr.rows, "row"), index(col, k, matrix_.csr.cols, "column"), data.number(k));
        });
    }

    void read_blocks() {
        const NpyArray data = values(3), indices = whole_numbers("indices");
        const std::int64_t blocks = data.shape()[0], high = data.shape()[1], wide = data.shape()[2];
        require_size("indices", indices, blocks);
        if (high < 1 || wide < 1 || matrix_.csr.rows % high != 0 || matrix_.csr.cols % wide != 0)
            refuse("blocks of " + std::to_string(high) + " x " + std::to_string(wide) + " do not divide its shape");
        const auto pointer = pointers(matrix_.csr.rows / high, blocks);
        place([&](auto&& put) {
            for (std::int64_t i = 0; i < matrix_.csr.rows / high; ++i)
                for (std::int64_t k = pointer[i]; k < pointer[i + 1]; ++k) {
                    const std::int64_t col = index(indices, k, matrix_.csr.cols / wide, "block column");
                    for (std::int64_t r = 0; r < high; ++r)
                        for (std::int64_t c = 0; c < wide; ++c)
                            if (const double value = data.number((k * high + r) * wide + c); value != 0)
                                put(i * high + r, col * wide + c, value);
                }
        });
    }

    void read_diagonals() {
        const NpyArray data = values(2), offsets = whole_numbers("offsets");
        require_size("offsets", offsets, data.shape()[0]);
        const std::int64_t stored = data.shape()[1];
        place([&](auto&& put) {
            for (std::int64_t d = 0; d < data.shape()[0]; ++d) {
                const std::int64_t offset = offsets.whole(d);
                if (offset < -largest_order || offset > largest_order)
                    refuse("diagonal " + std::to_string(d) + " lies outside of it");
                const std::int64_t last = std::min({stored, matrix_.csr.cols, matrix_.csr.rows + offset});
                for (std::int64_t col = std::max<std::int64_t>(0, offset); col < last; ++col)
                    if (const double value = data.number(d * stored + col); value != 0) put(col - offset, col, value);
            }
        });
    }

    const std::string& path_;
    const Progress& progress_;
    std::string bytes_;
    ZipArchive archive_;
    Matrix matrix_;
};

} // namespace

bool names_npz(std::string_view name) {
    constexpr std::string_view ending = ".npz";
    return name.size() > ending.size() && name.substr(name.size() - ending.size()) == ending;
}

Matrix read_npz(const std::string& path, const Progress& progress, int threads) {
    return NpzReader(path, progress).read(threads);
}

} // namespace warploom
