#pragma once

#include "engine/enum_words.h"

#include <string>

// Whether a matrix can be symmetric positive definite, as the conjugate gradient method requires.

namespace warploom {

struct CsrMatrix;
struct SymmetryReport;

/// A property that the entries prove without a factorization. `none` is no proof that the matrix is positive definite.
enum class Obstacle {
    none,
    not_square,
    not_finite,           ///< a stored NaN or infinity
    not_symmetric,        ///< beyond rounding errors
    not_positive_definite ///< symmetric, but with a negative diagonal entry, or a 2 x 2 minor that is negative
};
constexpr auto words_of(Obstacle) {
    return std::array{"none", "not_square", "not_finite", "not_symmetric", "not_positive_definite"};
}

struct DefinitenessReport {
    Obstacle obstacle = Obstacle::none;
    std::string sentence; ///< the proof, with entries counted from 0; empty for `none`
    std::string hint;
    std::string remark;   ///< for a matrix without an obstacle: slight asymmetry, or a zero row
    bool is_half = false; ///< `not_symmetric` because one triangle is empty
};

/// The sentence about a solution by CG of a matrix with an obstacle: the obstacle, and how it ended. `ended` alone
/// where there is none.
std::string with_obstacle(const DefinitenessReport& report, bool is_solved, const std::string& ended);

/// Asymmetry, relative to the largest entry, up to which a matrix counts as symmetric: values that were rounded to
/// seven digits on their way here differ by less.
constexpr double tolerated_asymmetry = 1e-6;
/// Asymmetry that rounding in double precision explains.
constexpr double negligible_asymmetry = 1e-12;

/// Walks over the entries once. `symmetry` is that of the matrix.
DefinitenessReport examine_definiteness(const CsrMatrix& matrix, const SymmetryReport& symmetry);
DefinitenessReport examine_definiteness(const CsrMatrix& matrix);

} // namespace warploom
