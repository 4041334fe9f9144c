#pragma once

#include "engine/generators/generators.h"
#include "engine/generators/tridiagonal_system.h"
#include "engine/progress.h"

#include <cstdint>
#include <vector>

namespace warploom {

struct TridiagonalRow {
    double a = 0, b = 0, c = 0; ///< sub-, main and superdiagonal entry; `a` of row 0 and `c` of row n - 1 are 0
};

/// Computes the rows of the matrix `tridiagonal:n=...,kind=...,seed=...`. The generated matrix and the tridiagonal
/// system both use these rows, so they agree bit for bit. Thread-safe.
class TridiagonalRule {
public:
    /// Prepares the rows. Takes O(n^3) operations for kinds derived from a dense matrix. n must not exceed the kind's
    /// largest_n.
    TridiagonalRule(int kind, std::int64_t n, std::uint64_t seed, const Progress& progress = {}, int threads = 0);
    /// Reads the parameters of a matrix `tridiagonal:...`. Consecutive systems are not coupled.
    explicit TridiagonalRule(const GeneratorValues& values, const Progress& progress = {}, int threads = 0);

    TridiagonalRow row(std::int64_t i) const;

private:
    TridiagonalRow inner_row(std::int64_t i) const;

    int kind_;
    std::int64_t n_, rows_a_system_;
    std::uint64_t seed_;
    std::vector<TridiagonalRow> reduced_;
};

/// The distribution of the singular values of a random matrix between 1 and 1 / condition. The values of the
/// enumerators are the mode numbers in Higham 2002, section 28.3.
enum class SingularValues { one_large = 1, one_small = 2, geometric = 3, arithmetic = 4 };

/// Returns a random tridiagonal matrix with these singular values. Reduces a dense matrix to tridiagonal form by
/// orthogonal transformations from both sides, which preserve the singular values.
std::vector<TridiagonalRow> random_with_singular_values(std::int64_t n, double condition, SingularValues,
                                                        std::uint64_t seed, const Progress& progress, int threads);

} // namespace warploom
