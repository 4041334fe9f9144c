#pragma once

#include "engine/generators/matrix_source.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace warploom {

/// Parameter values of a matrix generator, by name, with defaults filled in and ranges checked.
class GeneratorValues {
public:
    explicit GeneratorValues(std::map<std::string, double> values) : values_(std::move(values)) {}

    double number(const std::string& name) const { return values_.at(name); }
    const std::map<std::string, double>& all() const { return values_; }
    std::int64_t integer(const std::string& name) const { return static_cast<std::int64_t>(values_.at(name)); }
    std::uint64_t seed() const { return static_cast<std::uint64_t>(integer("seed")); }
    /// Returns the number of columns: `cols`, or the number of rows if the parameter `cols` is 0.
    std::int64_t cols() const { return integer("cols") == 0 ? integer("n") : integer("cols"); }

private:
    std::map<std::string, double> values_;
};

using GeneratorFunction = CsrMatrix (*)(const GeneratorValues& values, const Progress& progress, int threads);

/// Generates the matrix for a string such as `random-rows:n=4096,fraction=0.2,seed=7`. The same string produces the
/// same matrix, bit for bit, on every machine and with any number of threads. Progress counts nonzeros. Errors:
/// "matrix.unknown", "matrix.parameter", "memory.limit", "cancelled".
Matrix generate_matrix(const std::string& text, const Progress& progress = {}, int threads = 0);

/// Parses the parameters of a generator string without generating the matrix. Errors: "matrix.unknown",
/// "matrix.parameter".
GeneratorValues generator_values(const std::string& text);

/// Returns the value of all entries in column `column` of the generated matrix `dense:fill=1`, which is column + 1. The
/// entries of the product are then (AᵀA)_ij = rows (i + 1) (j + 1), which is easy to verify. This test matrix is from
/// section 1.1 of the AᵀA report.
constexpr double known_value(std::int64_t column) { return static_cast<double>(column + 1); }

/// Returns the first `count` numbers of Random(seed). They are uniformly distributed in (-1, 1) and never 0.
std::vector<double> symmetric_numbers(std::uint64_t seed, std::int64_t count);

// Generator functions. generators() describes their parameters.
CsrMatrix make_random_rows(const GeneratorValues&, const Progress&, int threads);
CsrMatrix make_power_law(const GeneratorValues&, const Progress&, int threads);
CsrMatrix make_reservoir(const GeneratorValues&, const Progress&, int threads);
CsrMatrix make_water_network(const GeneratorValues&, const Progress&, int threads);
CsrMatrix make_laplace2d(const GeneratorValues&, const Progress&, int threads);
CsrMatrix make_laplace3d(const GeneratorValues&, const Progress&, int threads);
CsrMatrix make_banded(const GeneratorValues&, const Progress&, int threads);
CsrMatrix make_tridiagonal(const GeneratorValues&, const Progress&, int threads);
CsrMatrix make_diagonal(const GeneratorValues&, const Progress&, int threads);
CsrMatrix make_arrow(const GeneratorValues&, const Progress&, int threads);
CsrMatrix make_one_long_row(const GeneratorValues&, const Progress&, int threads);
CsrMatrix make_empty_rows(const GeneratorValues&, const Progress&, int threads);
CsrMatrix make_dense(const GeneratorValues&, const Progress&, int threads);
CsrMatrix make_finite_elements(const GeneratorValues&, const Progress&, int threads);
CsrMatrix make_kronecker(const GeneratorValues&, const Progress&, int threads);
CsrMatrix make_bordered(const GeneratorValues&, const Progress&, int threads);
CsrMatrix make_test_rows(const GeneratorValues&, const Progress&, int threads);

/// Returns whether the generated matrix `dense:zeros=every` has a 0 at this position. If `every` is 0, there are no
/// zeros.
constexpr bool is_zero_of_dense(std::int64_t row, std::int64_t column, std::int64_t every) {
    return every > 0 && (row % every == every - 1 || column % every == every - 1);
}

} // namespace warploom
