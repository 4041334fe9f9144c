#include "engine/matrix/definiteness.h"

#include "engine/format_number.h"
#include "engine/matrix/negative_curvature.h"
#include "engine/matrix/statistics.h"
#include "engine/sentence.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <vector>

namespace warploom {

namespace {

std::string needs() {
    return sentence("The conjugate gradient method (CG) requires a symmetric positive definite matrix.") + " ";
}

std::string entry(std::int64_t row, std::int64_t column) {
    return "(" + std::to_string(row) + ", " + std::to_string(column) + ")";
}

/// Formats a number with enough digits to recover its exact value.
std::string exact(double value) {
    const std::string text = format_number(value, "%.6g");
    return std::strtod(text.c_str(), nullptr) == value ? text : format_number(value, "%.17g");
}

DefinitenessReport not_symmetric(const SymmetryReport& symmetry) {
    DefinitenessReport report;
    report.obstacle = Obstacle::not_symmetric;
    report.is_half = symmetry.is_half();
    if (report.is_half) {
        report.sentence =
            needs() +
            (symmetry.above == 0
                 ? sentence("Only the lower triangle is stored ({count} {count:entry|entries} below the "
                            "diagonal, none above it), but the matrix is declared general: did you mean symmetric?",
                            {{"count", symmetry.below}})
                 : sentence("Only the upper triangle is stored ({count} {count:entry|entries} above the "
                            "diagonal, none below it), but the matrix is declared general: did you mean symmetric?",
                            {{"count", symmetry.above}}));
        report.hint = sentence(
            "If the matrix is meant to be symmetric, store its lower triangle and change `general` to `symmetric` in "
            "the first line of its file. For a nonsymmetric matrix, use bicgstab.");
        return report;
    }
    report.hint = sentence("Use bicgstab, which does not require symmetry.");
    const std::string here = entry(symmetry.row, symmetry.column), mirror = entry(symmetry.column, symmetry.row);
    const std::string value = exact(symmetry.value), mirrored = exact(symmetry.mirrored.value_or(0));
    if (symmetry.is_opposite)
        report.sentence =
            needs() +
            sentence("This matrix is skew-symmetric apart from its diagonal: entry {entry} is {value}, and entry "
                     "{mirror} is {mirrored} (counted from 0).",
                     {{"entry", here}, {"value", value}, {"mirror", mirror}, {"mirrored", mirrored}});
    else if (symmetry.mirrored)
        report.sentence =
            needs() +
            sentence("This matrix is not symmetric: entry {entry} is {value}, but entry {mirror} is {mirrored} "
                     "(counted from 0).",
                     {{"entry", here}, {"value", value}, {"mirror", mirror}, {"mirrored", mirrored}});
    else
        report.sentence =
            needs() +
            sentence("This matrix is not symmetric: entry {entry} is {value}, but entry {mirror} is not stored "
                     "(counted from 0).",
                     {{"entry", here}, {"value", value}, {"mirror", mirror}});
    return report;
}

/// Returns the entry at (row, row), or 0 if it is not stored. The matrix must not contain duplicate positions.
double diagonal_of(const CsrMatrix& a, std::int64_t row) {
    for (std::int64_t k = a.row_pointer[row]; k < a.row_pointer[row + 1]; ++k)
        if (a.column[k] == row) return a.value[k];
    return 0;
}

DefinitenessReport not_positive(const std::string& proof, const std::string& hint) {
    DefinitenessReport report;
    report.obstacle = Obstacle::not_positive_definite;
    report.sentence = needs() + proof;
    report.hint = hint;
    return report;
}

} // namespace

DefinitenessReport examine_definiteness(const CsrMatrix& a, const SymmetryReport& symmetry) {
    DefinitenessReport report;
    if (a.rows != a.cols) {
        report.obstacle = Obstacle::not_square;
        report.sentence = needs() + sentence("This matrix is not square: it is {rows} x {cols}.",
                                             {{"rows", a.rows}, {"cols", a.cols}});
        report.hint = sentence("Choose a square matrix, such as laplace2d:n=64.");
        return report;
    }
    for (std::int64_t row = 0; row < a.rows; ++row)
        for (std::int64_t k = a.row_pointer[row]; k < a.row_pointer[row + 1]; ++k)
            if (!std::isfinite(a.value[k])) {
                report.obstacle = Obstacle::not_finite;
                report.sentence =
                    sentence("Entry {entry} (counted from 0) is {value}, so A x = b has no finite solution.",
                             {{"entry", entry(row, a.column[k])}, {"value", format_number(a.value[k])}});
                report.hint = sentence("Correct this entry in the file.");
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
        return not_positive(sentence("This matrix is not positive definite: all entries on its diagonal are negative."),
                            sentence("If -A is positive definite, solve (-A) x = -b. Otherwise, use bicgstab."));
    if (negative > 0)
        return not_positive(
            sentence(
                "This matrix is not positive definite: its diagonal entry {entry} (counted from 0) is {value}.",
                {{"entry", entry(first_negative, first_negative)}, {"value", format_number(diagonal[first_negative])}}),
            sentence("Use bicgstab, which does not require a positive definite matrix."));
    for (std::int64_t row = 0; row < a.rows; ++row) {
        bool is_empty = diagonal[row] == 0;
        for (std::int64_t k = a.row_pointer[row]; k < a.row_pointer[row + 1]; ++k) {
            const std::int64_t column = a.column[k];
            if (column == row) continue;
            if (a.value[k] != 0) is_empty = false;
            // Every positive semidefinite matrix satisfies |a_ij| <= sqrt(a_ii a_jj). The comparison allows for
            // rounding errors.
            const double largest = std::sqrt(diagonal[row]) * std::sqrt(diagonal[column]);
            if (!(std::abs(a.value[k]) > largest * (1 + tolerated_asymmetry))) continue;
            return not_positive(
                sentence(
                    "This matrix is not positive definite: entry {entry} (counted from 0) is {value}, but the diagonal "
                    "entries of its row and column are {of_row} and {of_column}.",
                    {{"entry", entry(row, column)},
                     {"value", format_number(a.value[k])},
                     {"of_row", format_number(diagonal[row])},
                     {"of_column", format_number(diagonal[column])}}),
                sentence("Use bicgstab, which does not require a positive definite matrix."));
        }
        if (is_empty && first_empty < 0) first_empty = row;
    }
    if (!is_diagonally_dominant(a))
        if (const auto found = find_negative_curvature(a))
            return not_positive(
                sentence("This matrix is not positive definite: the Cholesky factorization of its rows and columns "
                         "{first} to {last} (counted from 0) ends with the pivot {pivot}, which is negative.",
                         {{"first", found->first}, {"last", found->last}, {"pivot", format_number(found->pivot)}}),
                sentence("Use bicgstab, which does not require a positive definite matrix."));
    if (first_empty >= 0)
        report.remark = sentence("row {row} (counted from 0) has no nonzero entry, so the matrix is singular",
                                 {{"row", first_empty}});
    else if (symmetry.defect > negligible_asymmetry)
        report.remark = sentence("the matrix is symmetric only to within {defect} of its largest entry",
                                 {{"defect", format_number(symmetry.defect)}});
    return report;
}

std::string with_obstacle(const DefinitenessReport& report, bool is_solved, const std::string& ended) {
    if (report.obstacle == Obstacle::none) return ended;
    if (!is_solved) return report.sentence + " " + ended;
    return report.sentence + " " + ended + " " +
           sentence("With a different right-hand side, convergence is not "
                    "guaranteed.");
}

DefinitenessReport examine_definiteness(const CsrMatrix& matrix) {
    return examine_definiteness(matrix, examine_symmetry(matrix));
}

} // namespace warploom
