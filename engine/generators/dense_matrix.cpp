#include "engine/generators/dense_matrix.h"

#include "engine/generators/generators.h"
#include "engine/matrix/random.h"
#include "engine/memory.h"
#include "engine/parallel.h"
#include "engine/sentence.h"

#include <algorithm>
#include <atomic>

namespace warploom {

namespace {

constexpr std::int64_t dense_entries_per_task = std::int64_t{1} << 18;

bool names_dense(const std::string& name) { return name == "dense" || name.rfind("dense:", 0) == 0; }

/// Throws if A and C = AᵀA do not fit in memory together, because every computation needs both.
void require_both(std::int64_t rows, std::int64_t cols) {
    const auto m = static_cast<double>(rows), n = static_cast<double>(cols);
    require_memory(8 * (m * n + n * n),
                   sentence("The dense {rows} x {cols} matrix with its {cols} x {cols} product AᵀA",
                            {{"rows", rows}, {"cols", cols}}));
}

DenseMatrix with_room_for(std::int64_t rows, std::int64_t cols, const Progress& progress, int threads) {
    require_both(rows, cols);
    DenseMatrix dense;
    dense.rows = rows;
    dense.cols = cols;
    dense.value.reserve(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
    touch_pages(dense.value.data(), dense.value.capacity() * sizeof(double), threads, progress);
    grow(dense.value, rows * cols, 0.0, progress);
    return dense;
}

/// Generates a dense matrix directly, with the same values as the sparse generator but without column indices.
DenseMatrix make_directly(const std::string& name, const Progress& progress, int threads) {
    const GeneratorValues values = generator_values(name);
    const std::int64_t rows = values.integer("rows"), cols = values.integer("cols");
    const std::uint64_t seed = values.seed();
    const bool is_known = values.integer("fill") != 0;
    const std::int64_t zeros = values.integer("zeros");
    DenseMatrix dense = with_room_for(rows, cols, progress, threads);
    const std::int64_t dense_rows_per_task =
        std::max<std::int64_t>(1, dense_entries_per_task / std::max<std::int64_t>(1, cols));
    std::atomic<std::int64_t> done{0};
    parallel_for((rows + dense_rows_per_task - 1) / dense_rows_per_task, threads,
                 [&](std::int64_t task) {
                     const std::int64_t last = std::min(rows, (task + 1) * dense_rows_per_task);
                     for (std::int64_t row = task * dense_rows_per_task; row < last; ++row) {
                         stop_if_cancelled(progress);
                         Random random(seed, 0, static_cast<std::uint64_t>(row));
                         double* const out = dense.value.data() + row * cols;
                         for (std::int64_t c = 0; c < cols; ++c) {
                             const double number = is_known ? known_value(c) : random.symmetric();
                             out[c] = is_zero_of_dense(row, c, zeros) ? 0 : number;
                         }
                         done.fetch_add(cols, std::memory_order_relaxed);
                     }
                 },
                 [&] { progress.check(done.load(std::memory_order_relaxed), rows * cols); });
    return dense;
}

} // namespace

DenseMatrix load_dense_matrix(const std::string& name, const Progress& progress, int threads) {
    if (names_dense(name)) return make_directly(name, progress, threads);
    return dense_matrix_of(load_matrix(name, progress, threads));
}

DenseMatrix dense_matrix_of(const Matrix& matrix) {
    if (matrix.field == Field::complex || !matrix.csr.imaginary.empty())
        throw Error(
            "matrix.unsupported",
            sentence("{matrix} is complex, but AᵀA supports only real-valued matrices.", {{"matrix", matrix.name}}),
            sentence("Choose a real-valued matrix."));
    require_both(matrix.rows(), matrix.cols()); // this call always throws, because the matrix is too large
    if (const std::string why = matrix.why_not_runnable(); !why.empty())
        throw Error("matrix.unsupported", why, sentence("Choose a smaller matrix."));
    DenseMatrix dense = with_room_for(matrix.rows(), matrix.cols(), {}, 0);
    const CsrMatrix& a = matrix.csr;
    parallel_for(a.rows, 0, [&](std::int64_t row) {
        double* const out = dense.value.data() + row * a.cols;
        for (std::int64_t k = a.row_pointer[row]; k < a.row_pointer[row + 1]; ++k) out[a.column[k]] = a.value[k];
    });
    return dense;
}

} // namespace warploom
