#include "engine/matrix/imports/foreign_matrix.h"

#include "engine/compression.h"
#include "engine/matrix/file_kind.h"
#include "engine/matrix/imports/archive.h"
#include "engine/matrix/imports/entry_list.h"
#include "engine/matrix/imports/import_source.h"
#include "engine/matrix/matrix_market.h"
#include "engine/matrix/npz/npy_array.h"
#include "engine/matrix/npz/npz_reader.h"
#include "engine/memory.h"
#include "engine/sentence.h"
#include "engine/text_file.h"

namespace warploom::imports {

Matrix read_npy(const ImportSource& source) {
    const NpyArray array(source.text, source.path);
    if (array.is_text() || array.shape().empty() || array.shape().size() > 2)
        refuse_kind(source, sentence("The NumPy array must contain numbers in one or two dimensions."));
    const std::int64_t rows = array.shape()[0], cols = array.shape().size() == 2 ? array.shape()[1] : 1;
    if (std::max(rows, cols) > largest_order)
        refuse_kind(source, sentence("The matrix has more than 2147483647 rows or columns, which is not supported."));
    EntryList list(source.path, source.progress);
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t col = 0; col < cols; ++col)
            if (const double value = array.number(row * cols + col); value != 0) list.add(row, col, value);
    Matrix matrix = std::move(list).build(rows, cols, array.is_fraction() ? Field::real : Field::integer,
                                          Symmetry::general, source.threads);
    matrix.remark = sentence("The file is a dense array. Its zeros are not stored.");
    return matrix;
}

namespace {

/// Returns the decompressed contents of a file. Errors: the errors of TextStream, "memory.limit", "cancelled".
std::string contents_of(const std::string& path, const Progress& progress) {
    const RegularFile file(path);
    TextStream stream(file, path);
    std::string contents;
    for (;;) {
        const std::size_t have = contents.size(), more = std::max<std::size_t>(std::size_t{1} << 16, have / 2);
        // The contents of the file stay in memory while the matrix is built.
        require_memory(3.0 * static_cast<double>(have + more), sentence("The contents of '{file}'", {{"file", path}}));
        contents.resize(have + more);
        const std::size_t got = stream.read(contents.data() + have, more);
        contents.resize(have + got);
        progress.check(stream.taken(), file.status().st_size);
        if (got < more) return contents;
    }
}

Matrix read(const ImportSource& source, FileFormat format) {
    switch (format) {
    case FileFormat::harwell_boeing: return read_harwell_boeing(source);
    case FileFormat::metis: return read_metis(source);
    case FileFormat::edge_list: return read_edge_list(source);
    case FileFormat::libsvm: return read_libsvm(source);
    case FileFormat::petsc: return read_petsc(source);
    case FileFormat::matlab: return read_matlab(source);
    case FileFormat::hdf5: return read_hdf5(source);
    default: return read_npy(source);
    }
}

FileFormat format_of(const TextFile& file, const std::string& name) {
    if (without_compression_extension(name).ends_with(".graph")) return FileFormat::metis;
    const auto kind = foreign_file_kind(file.head(std::size_t{4} << 10));
    return kind ? kind->format : FileFormat::other;
}

} // namespace

std::optional<Matrix> read_foreign_matrix(const std::string& path, const Progress& progress, int threads) {
    const TextFile file(path);
    const FileFormat format = format_of(file, path);
    switch (format) {
    case FileFormat::other:
    case FileFormat::epanet: return std::nullopt;
    case FileFormat::npz: return read_npz(path, progress, threads);
    case FileFormat::tar:
    case FileFormat::zip:
        return file.while_unchanged([&] { return read_archive(path, format == FileFormat::zip, progress, threads); });
    default:
        return file.while_unchanged([&] {
            return read({path, contents_of(path, progress), progress, threads}, format);
        });
    }
}

Matrix read_matrix_file(const std::string& path, const std::string& shown, const Progress& progress, int threads) {
    const TextFile file(path, shown);
    const FileFormat format = format_of(file, shown);
    switch (format) {
    case FileFormat::npz: return read_npz(path, progress, threads);
    case FileFormat::other:
    case FileFormat::epanet:
    case FileFormat::tar:
    case FileFormat::zip: return read_matrix_market(file, shown, progress, threads);
    default: return read({shown, contents_of(path, progress), progress, threads}, format);
    }
}

} // namespace warploom::imports
