#include "app/inputs/inputs.h"

#include "engine/error.h"
#include "engine/generators/matrix_source.h"
#include "engine/network/network_source.h"
#include "engine/ordering/order.h"
#include "engine/parallel.h"
#include "engine/portable.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace warploom::app {

void InputHash::add(const double* values, std::int64_t count) {
    constexpr std::int64_t piece = std::int64_t{1} << 20;
    if (count <= piece) {
        for (std::int64_t i = 0; i < count; ++i) add(portable::bit_cast<std::uint64_t>(values[i]));
        return;
    }
    std::vector<std::uint64_t> hashes(static_cast<std::size_t>((count + piece - 1) / piece));
    parallel_for(static_cast<std::int64_t>(hashes.size()), 0, [&](std::int64_t task) {
        InputHash of_piece;
        of_piece.add(values + task * piece, std::min(piece, count - task * piece));
        hashes[static_cast<std::size_t>(task)] = of_piece.value();
    });
    for (const std::uint64_t hash : hashes) add(hash);
}

std::vector<double> load_vector(const std::string& file, std::int64_t count, const std::string& role) {
    const Matrix matrix = load_matrix(file);
    const bool is_row = matrix.rows() == 1 && matrix.cols() == count;
    const auto refuse = [](const std::string& problem) {
        throw Error("run.vector", problem,
                    sentence("Choose a file with one finite real number per row, such as a Matrix Market array."));
    };
    if (matrix.is_oversize() || (!is_row && (matrix.cols() != 1 || matrix.rows() != count)))
        refuse(sentence(
            "The file {file} contains {rows} x {cols} numbers, but {vector} requires {count} x 1.",
            {{"file", file}, {"rows", matrix.rows()}, {"cols", matrix.cols()}, {"vector", role}, {"count", count}}));
    if (matrix.field == Field::complex)
        refuse(sentence("The file {file} contains complex numbers, which are not supported.", {{"file", file}}));
    std::vector<double> values(static_cast<std::size_t>(count), 0.0);
    const CsrMatrix& a = matrix.csr;
    for (std::int64_t row = 0; row < a.rows; ++row)
        for (std::int64_t k = a.row_pointer[row]; k < a.row_pointer[row + 1]; ++k) {
            if (!std::isfinite(a.value[k]))
                refuse(sentence("The file {file} contains a number that is not finite.", {{"file", file}}));
            values[static_cast<std::size_t>(is_row ? a.column[k] : row)] = a.value[k];
        }
    return values;
}

std::string stamp_of_input(const std::string& ordered_name) {
    std::string name = ordered_name;
    try {
        name = ordering::without_orders(ordered_name);
    } catch (const Error&) {} // ignore the error here, because loading the file reports it as well
    if (names_generator(name)) return {};
    std::error_code failure;
    const std::string file = network::file_of_name(name);
    const auto time = std::filesystem::last_write_time(file, failure);
    if (failure) return {};
    const auto size = std::filesystem::file_size(file, failure);
    return std::to_string(static_cast<std::int64_t>(time.time_since_epoch().count())) + "/" + std::to_string(size);
}

// Cache only the most recently used tridiagonal system and dense matrix, because each may take gigabytes.
Inputs::Inputs(std::size_t matrices_kept)
    : matrices_(matrices_kept,
                [](const std::string& name, const Progress& progress) { return load_matrix(name, progress); }),
      systems_(1, [](const std::string& name, const Progress& p) { return load_tridiagonal_system(name, p); }),
      dense_(1, [](const std::string& name, const Progress& p) { return load_dense_matrix(name, p); }) {}

std::shared_ptr<const Matrix> Inputs::matrix(const std::string& name, const Progress& progress) {
    return matrices_.give(name, progress);
}

std::shared_ptr<const TridiagonalSystem> Inputs::system(const std::string& name, const Progress& progress) {
    dense_.release();
    return systems_.give(name, progress);
}

std::shared_ptr<const DenseMatrix> Inputs::dense(const std::string& name, const Progress& progress) {
    systems_.release();
    return dense_.give(name, progress);
}

} // namespace warploom::app
