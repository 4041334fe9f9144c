#pragma once

#include "engine/enum_words.h"

#include <string>

// Tests whether a matrix can be symmetric positive definite, as required by the conjugate gradient method.

namespace warploom {

struct CsrMatrix;
struct SymmetryReport;

/// A reason why a matrix is not positive definite. It can be detected without factoring the entire matrix. `none` does
/// not mean that the matrix is positive definite.
enum class Obstacle {
    none,
    not_square,
    not_finite,           ///< an entry of the matrix is NaN or infinite
    not_symmetric,        ///< the matrix is not symmetric, even allowing for rounding errors
    not_positive_definite ///< the matrix is symmetric, but has a negative diagonal entry, a negative 2 x 2 minor, or a
                          ///< diagonal block whose Cholesky factorization has a negative pivot
};
constexpr auto words_of(Obstacle) {
    return std::array{"none", "not_square", "not_finite", "not_symmetric", "not_positive_definite"};
}

struct DefinitenessReport {
    Obstacle obstacle = Obstacle::none;
    /// Reason why the matrix is not positive definite, with zero-based indices; empty for `none`.
    std::string sentence;
    std::string hint;
    std::string remark;   ///< note on a slight asymmetry or a row of zeros; may be empty
    bool is_half = false; ///< whether only one triangle is stored, which makes the matrix unsymmetric
};

/// Returns a message that combines the sentence `ended`, which states how the CG solve ended, with the reason why the
/// matrix is not positive definite.
std::string with_obstacle(const DefinitenessReport& report, bool is_solved, const std::string& ended);

/// A matrix with at most this relative asymmetry counts as symmetric. The asymmetry caused by rounding the entries to
/// seven digits is smaller.
constexpr double tolerated_asymmetry = 1e-6;
/// Maximum relative asymmetry that rounding in double precision can cause.
constexpr double negligible_asymmetry = 1e-12;

/// Examines all entries of a matrix. Unless the matrix is diagonally dominant, also factors a sample of its diagonal
/// blocks. `symmetry` is the report on the symmetry of the same matrix.
DefinitenessReport examine_definiteness(const CsrMatrix& matrix, const SymmetryReport& symmetry);
DefinitenessReport examine_definiteness(const CsrMatrix& matrix);

} // namespace warploom
