#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warploom {

/// One system a_i x_{i-1} + b_i x_i + c_i x_{i+1} = d_i, i = 0 .. n - 1 (cerny2011, "Elementární úprava"; d is h
/// there). All four arrays have n entries. a[0] and c[n-1] belong to no unknown: no method may read a meaning into
/// them. They may be NaN.
struct TridiagonalSystem {
    std::vector<double> a, b, c, d;
    std::vector<double> known_x; ///< the solution that d was made from; empty where it is not known
    /// So many systems of n() / systems unknowns each, one behind the other. a and c are 0 where one begins or ends, so
    /// it is one system too, for methods that ignore the parts.
    int systems = 1;

    std::int64_t n() const { return static_cast<std::int64_t>(b.size()); }
};

/// The kinds of matrix of `tridiagonal:n=...,kind=K,seed=...`, 1 .. 20 (Klein & Strzodka 2021, table 1;
/// `performance.md` calls them by the same numbers) and 0, the second difference -1, 2, -1.
struct TridiagonalKind {
    int number;
    const char* name;       ///< "uniform (-1, 1)"
    const char* meaning;    ///< one sentence: why it is hard, or easy, to solve
    bool is_dominant;       ///< diagonally dominant, so that methods without pivoting are safe
    std::int64_t largest_n; ///< kinds that are made of dense matrices are limited
};
const std::vector<TridiagonalKind>& tridiagonal_kinds();

/// Whether `name` is `tridiagonal` or `tridiagonal:...`, so that the system can be made without a matrix around it.
bool names_tridiagonal_system(std::string_view name);

/// Makes `tridiagonal:n=...,kind=...,systems=...,seed=...` with d = A x for a random x in [-1, 1] (d rounded once from
/// long double); any other name is loaded as a matrix and taken apart. The same name gives the same system, bit for
/// bit, on every machine and for any number of threads. n up to 100 million and beyond, as far as memory goes.
/// Errors: those of load_matrix; "matrix.parameter"; "matrix.tridiagonal" (names the first entry beside the three
/// diagonals, or says that the matrix is not square); "matrix.unsupported" for complex ones.
TridiagonalSystem load_tridiagonal_system(const std::string& name, const Progress& progress = {}, int threads = 0);

/// The same for a matrix that is there already; d = A x for the random x of `seed`.
TridiagonalSystem tridiagonal_system_of(const Matrix& matrix, std::uint64_t seed = 1);

} // namespace warploom
