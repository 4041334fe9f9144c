#include "engine/matrix/definiteness.h"

#include "engine/format_number.h"
#include "engine/matrix/statistics.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <vector>

namespace warploom {

namespace {

const char* const needs = "The conjugate gradient method (CG) needs a symmetric positive definite matrix. ";

std::string entry(std::int64_t row, std::int64_t column) {
    return "(" + std::to_string(row) + ", " + std::to_string(column) + ")";
}

std::string counted(std::int64_t entries) { return std::to_string(entries) + (entries == 1 ? " entry" : " entries"); }

/// Formats with enough digits to distinguish any two numbers.
std::string exact(double value) {
    const std::string text = format_number(value, "%.6g");
    return std::strtod(text.c_str(), nullptr) == value ? text : format_number(value, "%.17g");
}

DefinitenessReport not_symmetric(const SymmetryReport& symmetry) {
    DefinitenessReport report;
    report.obstacle = Obstacle::not_symmetric;
    report.is_half = symmetry.is_half();
    if (report.is_half) {
        const bool is_lower = symmetry.above == 0;
        report.sentence = std::string(needs) + "Only the " + (is_lower ? "lower" : "upper") +
                          " triangle of this one is stored: " + counted(is_lower ? symmetry.below : symmetry.above) +
                          (is_lower ? " below the diagonal, none above it." : " above the diagonal, none below it.");
        report.hint =
            "Is the matrix meant to be symmetric? Then write `symmetric` instead of `general` in the first line "
            "of its file, with the lower triangle stored. For an unsymmetric matrix use bicgstab.";
        return report;
    }
    report.hint = "Use bicgstab, which needs no symmetry.";
    if (symmetry.is_opposite) {
        report.sentence = std::string(needs) + "This one is skew-symmetric off its diagonal: entry " +
                          entry(symmetry.row, symmetry.column) + " is " + exact(symmetry.value) + ", entry " +
                          entry(symmetry.column, symmetry.row) + " is " + exact(symmetry.mirrored.value_or(0)) +
                          " (counted from 0).";
        return report;
    }
    report.sentence = std::string(needs) + "This one is not symmetric: entry " + entry(symmetry.row, symmetry.column) +
                      " is " + exact(symmetry.value) + ", entry " + entry(symmetry.column, symmetry.row) +
                      (symmetry.mirrored ? " is " + exact(*symmetry.mirrored) : " is not stored") +
                      " (counted from 0).";
    return report;
}

/// Returns the entry at (row, row), or 0 if none is stored; positions are never duplicated.
double diagonal_of(const CsrMatrix& a, std::int64_t row) {
    for (std::int64_t k = a.row_pointer[row]; k < a.row_pointer[row + 1]; ++k)
        if (a.column[k] == row) return a.value[k];
    return 0;
}

DefinitenessReport not_positive(const std::string& proof, const char* hint) {
    DefinitenessReport report;
    report.obstacle = Obstacle::not_positive_definite;
    report.sentence = std::string(needs) + "This one is not positive definite: " + proof;
    report.hint = hint;
    return report;
}

} // namespace

DefinitenessReport examine_definiteness(const CsrMatrix& a, const SymmetryReport& symmetry) {
    DefinitenessReport report;
    if (a.rows != a.cols) {
        report.obstacle = Obstacle::not_square;
        report.sentence = std::string(needs) + "This one has " + std::to_string(a.rows) + " rows and " +
                          std::to_string(a.cols) + " columns.";
        report.hint = "Choose a square matrix, such as laplace2d:n=64.";
        return report;
    }
    for (std::int64_t row = 0; row < a.rows; ++row)
        for (std::int64_t k = a.row_pointer[row]; k < a.row_pointer[row + 1]; ++k)
            if (!std::isfinite(a.value[k])) {
                report.obstacle = Obstacle::not_finite;
                report.sentence = "Entry " + entry(row, a.column[k]) + " (counted from 0) is " +
                                  format_number(a.value[k]) + ", so A x = b has no finite solution.";
                report.hint = "Correct this entry in the file.";
                return report;
            }
    if (symmetry.defect > tolerated_asymmetry) return not_symmetric(symmetry);

    std::vector<double> diagonal(static_cast<std::size_t>(a.rows));
    std::int64_t negative = 0, first_negative = -1, first_empty = -1;
    for (std::int64_t row = 0; row < a.rows; ++row) {
        diagonal[row] = diagonal_of(a, row);
        if (diagonal[row] < 0 && ++negative == 1) first_negative = row;
    }
    if (negative > 0 && negative == a.rows)
        return not_positive("all entries on its diagonal are negative.",
                            "If -A is positive definite, solve (-A) x = -b; else use bicgstab.");
    if (negative > 0)
        return not_positive("entry " + entry(first_negative, first_negative) + " (counted from 0) on its diagonal is " +
                                format_number(diagonal[first_negative]) + ".",
                            "Use bicgstab, which does not need it.");
    for (std::int64_t row = 0; row < a.rows; ++row) {
        bool is_empty = diagonal[row] == 0;
        for (std::int64_t k = a.row_pointer[row]; k < a.row_pointer[row + 1]; ++k) {
            const std::int64_t column = a.column[k];
            if (column == row) continue;
            if (a.value[k] != 0) is_empty = false;
            // |a_ij| <= sqrt(a_ii a_jj) holds for every positive semidefinite matrix. The tolerance allows for
            // rounding.
            const double largest = std::sqrt(diagonal[row]) * std::sqrt(diagonal[column]);
            if (!(std::abs(a.value[k]) > largest * (1 + tolerated_asymmetry))) continue;
            return not_positive("entry " + entry(row, column) + " is " + format_number(a.value[k]) +
                                    ", but the diagonal entries of its row and column are " +
                                    format_number(diagonal[row]) + " and " + format_number(diagonal[column]) +
                                    " (counted from 0).",
                                "Use bicgstab, which does not need it.");
        }
        if (is_empty && first_empty < 0) first_empty = row;
    }
    if (first_empty >= 0)
        report.remark = "row " + std::to_string(first_empty) +
                        " (counted from 0) has no entry other than 0, so the matrix is singular";
    else if (symmetry.defect > negligible_asymmetry)
        report.remark = "the matrix is symmetric up to " + format_number(symmetry.defect) + " of its largest entry";
    return report;
}

std::string with_obstacle(const DefinitenessReport& report, bool is_solved, const std::string& ended) {
    if (report.obstacle == Obstacle::none) return ended;
    if (!is_solved) return report.sentence + " " + ended;
    return report.sentence + " " + ended + " Nothing ensures this for another right-hand side.";
}

DefinitenessReport examine_definiteness(const CsrMatrix& matrix) {
    return examine_definiteness(matrix, examine_symmetry(matrix));
}

} // namespace warploom
