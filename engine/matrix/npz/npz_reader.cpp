#include "engine/matrix/npz/npz_reader.h"

#include "engine/error.h"
#include "engine/matrix/npz/npy_array.h"
#include "engine/matrix/npz/zip_archive.h"
#include "engine/matrix/row_builder.h"
#include "engine/memory.h"
#include "engine/parallel.h"
#include "engine/regular_file.h"
#include "engine/sentence.h"

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
                                   sentence("Check the path, or close other programs."))),
          archive_(bytes_, path) {}

    Matrix read(int threads) {
        require_short("format");
        require_short("shape");
        const NpyArray shape = whole_numbers("shape");
        if (shape.size() != 2)
            refuse(sentence("Its shape must have two sizes, but it has {count}.", {{"count", shape.size()}}));
        matrix_.csr.rows = shape.whole(0);
        matrix_.csr.cols = shape.whole(1);
        if (matrix_.csr.rows < 0 || matrix_.csr.cols < 0) refuse(sentence("Its shape has a negative size."));
        if (std::max(matrix_.csr.rows, matrix_.csr.cols) > largest_order)
            throw Error("file.unsupported",
                        sentence("'{file}' has more than 2147483647 rows or columns, which is not supported.",
                                 {{"file", path_}}));
        require_memory(static_cast<double>(matrix_.csr.rows) * 8,
                       sentence("The row pointer of '{file}'", {{"file", path_}}));
        const std::string format = format_of_members();
        if (format == "csr") read_compressed(false);
        else if (format == "csc") read_compressed(true);
        else if (format == "coo") read_coordinates();
        else if (format == "bsr") read_blocks();
        else if (format == "dia") read_diagonals();
        else
            refuse(sentence("Its format '{format}' is not csr, csc, coo, bsr or dia.",
                            {{"format", format.substr(0, 16)}}));
        matrix_.name = path_;
        matrix_.stored = matrix_.csr.nonzeros();
        matrix_.repeats = finish_rows(matrix_.csr, threads, progress_);
        matrix_.explicit_zeros = std::count(matrix_.csr.value.begin(), matrix_.csr.value.end(), 0.0);
        return std::move(matrix_);
    }

private:
    /// Throws Error("file.malformed"). `problem` is a complete sentence.
    [[noreturn]] void refuse(const std::string& problem) const {
        throw Error(
            "file.malformed",
            sentence("'{file}' is not a valid SciPy matrix. {problem}", {{"file", path_}, {"problem", problem}}),
            sentence("Save the matrix again with scipy.sparse.save_npz."));
    }
    /// Rejects an oversized member before decompressing it. Such a member must contain only a word or two numbers.
    void require_short(const std::string& name) const {
        constexpr std::uint64_t longest = 4096;
        const ZipArchive::Member* const found = archive_.find(name + ".npy");
        if (found != nullptr && found->size > longest)
            refuse(sentence("Its array '{array}' has {bytes} bytes, which is too long.",
                            {{"array", name}, {"bytes", found->size}}));
    }
    NpyArray member(const std::string& name) {
        stop_if_cancelled(progress_);
        const ZipArchive::Member* const found = archive_.find(name + ".npy");
        if (found == nullptr) refuse(sentence("It has no array '{array}'.", {{"array", name}}));
        return {archive_.read(*found), sentence("The array '{array}' in '{file}'", {{"array", name}, {"file", path_}})};
    }
    NpyArray whole_numbers(const std::string& name) {
        NpyArray array = member(name);
        if (array.is_fraction() || array.is_text())
            refuse(sentence("Its array '{array}' must contain integers.", {{"array", name}}));
        return array;
    }
    NpyArray values(std::size_t dimensions) {
        NpyArray array = member("data");
        if (array.is_text()) refuse(sentence("Its array 'data' must contain numbers."));
        if (array.shape().size() != dimensions)
            refuse(
                sentence("Its array 'data' must have {count} {count:dimension|dimensions}.", {{"count", dimensions}}));
        matrix_.field = array.is_fraction() ? Field::real : Field::integer;
        return array;
    }
    void require_size(const char* name, const NpyArray& array, std::int64_t size) const {
        if (array.shape().size() != 1 || array.size() != size)
            refuse(sentence("Its array '{array}' must have {count} {count:element|elements}.",
                            {{"array", name}, {"count", size}}));
    }
    enum class Axis { row, column, block_column };
    std::int32_t index(const NpyArray& indices, std::int64_t at, std::int64_t limit, Axis axis) const {
        const std::int64_t found = indices.whole(at);
        if (found < 0 || found >= limit)
            refuse(
                axis == Axis::row
                    ? sentence("Entry {entry} has the row index {index}, but there are {count} {count:row|rows}.",
                               {{"entry", at}, {"index", found}, {"count", limit}})
                : axis == Axis::column
                    ? sentence(
                          "Entry {entry} has the column index {index}, but there are {count} {count:column|columns}.",
                          {{"entry", at}, {"index", found}, {"count", limit}})
                    : sentence("Block {entry} has the block column {index}, but there are {count} block "
                               "{count:column|columns}.",
                               {{"entry", at}, {"index", found}, {"count", limit}}));
        return static_cast<std::int32_t>(found);
    }
    /// Reads row or column pointers. They must start at 0, never decrease, and end at the number of entries.
    std::vector<std::int64_t> pointers(std::int64_t count, std::int64_t entries) {
        const NpyArray array = whole_numbers("indptr");
        require_size("indptr", array, count + 1);
        std::vector<std::int64_t> list(static_cast<std::size_t>(count) + 1);
        for (std::int64_t i = 0; i <= count; ++i) {
            list[i] = array.whole(i);
            if (i == 0 ? list[0] != 0 : list[i] < list[i - 1] || list[i] > entries)
                refuse(sentence("Its array 'indptr' decreases or is out of range at index {index}.", {{"index", i}}));
        }
        if (list.back() != entries)
            refuse(sentence("Its array 'indptr' ends with {last}, but there are {count} {count:entry|entries}.",
                            {{"last", list.back()}, {"count", entries}}));
        return list;
    }

    /// Stores the matrix entries in row order. `each_entry` is called twice, and calls its argument once per entry.
    template <class Each> void place(const Each& each_entry) {
        CsrMatrix& csr = matrix_.csr;
        csr.row_pointer.assign(static_cast<std::size_t>(csr.rows) + 1, 0);
        std::int64_t entries = 0;
        each_entry([&](std::int64_t row, std::int64_t, double) {
            ++csr.row_pointer[row + 1];
            ++entries;
        });
        require_memory(static_cast<double>(entries) * 12,
                       sentence("The array of entries of '{file}'", {{"file", path_}}));
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
                    const std::int64_t at = index(indices, k, inner, by_columns ? Axis::row : Axis::column);
                    put(by_columns ? at : i, by_columns ? i : at, data.number(k));
                }
        });
    }

    /// Returns the name of the sparse format. Files written with numpy.savez instead of SciPy have no member `format`;
    /// in this case, the other members determine the format.
    std::string format_of_members() {
        const auto has = [&](const char* name) { return archive_.find(std::string(name) + ".npy") != nullptr; };
        if (has("format")) return member("format").text();
        if (has("coords") || (has("row") && has("col"))) return "coo";
        if (!has("indices") || !has("indptr")) return member("format").text(); // throws
        const std::int64_t pointers = whole_numbers("indptr").size() - 1;
        if (matrix_.csr.rows == matrix_.csr.cols)
            refuse(sentence("It has no array 'format', and a square matrix with 'indptr' could be csr or csc."));
        if (pointers == matrix_.csr.rows) return "csr";
        if (pointers == matrix_.csr.cols) return "csc";
        refuse(sentence("The length of its array 'indptr' matches neither the rows nor the columns."));
    }

    /// Reads the member `coords` of files written by pydata/sparse and by recent SciPy versions. It is an array with
    /// two rows, which contain the row indices and the column indices of the entries.
    void read_coords() {
        const NpyArray data = values(1), coords = whole_numbers("coords");
        if (coords.shape().size() != 2 || coords.shape()[0] != 2 || coords.shape()[1] != data.size())
            refuse(sentence("Its array 'coords' must have 2 rows of {count} {count:index|indices}.",
                            {{"count", data.size()}}));
        if (archive_.find("fill_value.npy") != nullptr) {
            require_short("fill_value");
            const NpyArray fill = member("fill_value");
            if (fill.is_text() || fill.size() != 1 || fill.number(0) != 0)
                refuse(sentence("Its fill value is not 0, so the matrix is not sparse."));
        }
        place([&](auto&& put) {
            for (std::int64_t k = 0; k < data.size(); ++k)
                put(index(coords, k, matrix_.csr.rows, Axis::row),
                    index(coords, data.size() + k, matrix_.csr.cols, Axis::column), data.number(k));
        });
    }

    void read_coordinates() {
        if (archive_.find("row.npy") == nullptr && archive_.find("coords.npy") != nullptr) return read_coords();
        const NpyArray data = values(1), row = whole_numbers("row"), col = whole_numbers("col");
        require_size("row", row, data.size());
        require_size("col", col, data.size());
        place([&](auto&& put) {
            for (std::int64_t k = 0; k < data.size(); ++k)
                put(index(row, k, matrix_.csr.rows, Axis::row), index(col, k, matrix_.csr.cols, Axis::column),
                    data.number(k));
        });
    }

    void read_blocks() {
        const NpyArray data = values(3), indices = whole_numbers("indices");
        const std::int64_t blocks = data.shape()[0], high = data.shape()[1], wide = data.shape()[2];
        require_size("indices", indices, blocks);
        if (high < 1 || wide < 1 || matrix_.csr.rows % high != 0 || matrix_.csr.cols % wide != 0)
            refuse(sentence("Its shape is not a multiple of its {rows} x {cols} blocks.",
                            {{"rows", high}, {"cols", wide}}));
        const auto pointer = pointers(matrix_.csr.rows / high, blocks);
        place([&](auto&& put) {
            for (std::int64_t i = 0; i < matrix_.csr.rows / high; ++i)
                for (std::int64_t k = pointer[i]; k < pointer[i + 1]; ++k) {
                    const std::int64_t col = index(indices, k, matrix_.csr.cols / wide, Axis::block_column);
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
                    refuse(sentence("Diagonal {diagonal} is outside the matrix.", {{"diagonal", d}}));
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
