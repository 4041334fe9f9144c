#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warploom {

/// A tridiagonal system a_i x_{i-1} + b_i x_i + c_i x_{i+1} = d_i for i = 0 .. n - 1 (cerny2011, "Elementární úprava",
/// where d is called h). All four arrays have n entries. a[0] and c[n-1] refer to unknowns that do not exist, so they
/// must be ignored. They may be NaN.
struct TridiagonalSystem {
    std::vector<double> a, b, c, d;
    std::vector<double> known_x; ///< exact solution from which d was computed; empty if unknown
    /// Number of independent systems stored one after another, each with n() / systems unknowns. a and c are 0 at the
    /// boundaries between systems, so a solver can treat all of them as a single system.
    int systems = 1;

    std::int64_t n() const { return static_cast<std::int64_t>(b.size()); }
};

/// A kind of tridiagonal matrix, selected by `tridiagonal:n=...,kind=K,seed=...`. Kinds 1 to 20 have the numbers of
/// Klein & Strzodka 2021, table 1. Kind 0 is the second-difference matrix with rows -1, 2, -1.
struct TridiagonalKind {
    int number;
    const char* name;       ///< short description of the matrix, such as "uniform (-1, 1)"
    const char* meaning;    ///< why the system is easy or difficult to solve, in one sentence
    bool is_dominant;       ///< whether the matrix is diagonally dominant and therefore needs no pivoting
    std::int64_t largest_n; ///< maximum number of unknowns; small for kinds derived from dense matrices
};
const std::vector<TridiagonalKind>& tridiagonal_kinds();

/// Returns whether `name` is `tridiagonal` or `tridiagonal:...`, which can be generated without a sparse matrix.
bool names_tridiagonal_system(std::string_view name);

/// Loads a tridiagonal system. For `tridiagonal:n=...,kind=...,systems=...,seed=...`, generates the matrix and computes
/// d = A x for a random x in [-1, 1]. d is computed in long double and rounded once. For any other name, loads a matrix
/// and extracts its diagonals. The same name produces the same system, bit for bit, on every machine and with any
/// number of threads. n can be 100 million or more if there is enough memory. Errors: same as load_matrix();
/// "matrix.parameter"; "matrix.tridiagonal", with the first entry outside the three diagonals, or if the matrix is not
/// square; "matrix.unsupported" for complex matrices.
TridiagonalSystem load_tridiagonal_system(const std::string& name, const Progress& progress = {}, int threads = 0);

/// Creates a system from an existing matrix, with d = A x for a random x generated from `seed`.
TridiagonalSystem tridiagonal_system_of(const Matrix& matrix, std::uint64_t seed = 1);

} // namespace warploom
