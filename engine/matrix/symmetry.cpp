#include "engine/matrix/symmetry.h"

#include "engine/memory.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace warploom {

namespace {

class Comparison {
public:
    explicit Comparison(const CsrMatrix& matrix) : matrix_(matrix) {}

    void alone(std::int64_t k) {
        report_.pattern = false;
        const double re = matrix_.value[k], im = imaginary(k);
        differ(re, im);
    }

    void pair(std::int64_t a, std::int64_t b) {
        const double re = matrix_.value[a] - matrix_.value[b];
        const double im = imaginary(a) - imaginary(b);
        if (re != 0 || im != 0) differ(re, im); // also when one of them is NaN
    }

    SymmetryReport result() const {
        double largest = 0;
        for (std::size_t k = 0; k < matrix_.value.size(); ++k) {
            const double magnitude = matrix_.imaginary.empty() ? std::abs(matrix_.value[k])
                                                               : std::hypot(matrix_.value[k], matrix_.imaginary[k]);
            largest = std::max(largest, magnitude);
        }
        SymmetryReport report = report_;
        report.defect = largest > 0 ? largest_difference_ / largest : 0;
        return report;
    }

private:
    double imaginary(std::int64_t k) const { return matrix_.imaginary.empty() ? 0 : matrix_.imaginary[k]; }

    void differ(double re, double im) {
        report_.values = false;
        largest_difference_ = std::max(largest_difference_, im == 0 ? std::abs(re) : std::hypot(re, im));
    }

    const CsrMatrix& matrix_;
    SymmetryReport report_{true, true, 0};
    double largest_difference_ = 0;
};

} // namespace

SymmetryReport examine_symmetry(const CsrMatrix& matrix, const std::function<void()>& check) {
    if (matrix.rows != matrix.cols) return {false, false, std::numeric_limits<double>::quiet_NaN()};
    const std::int64_t* pointer = matrix.row_pointer.data();
    const std::int32_t* column = matrix.column.data();
    Comparison comparison(matrix);

    // Rows are visited in ascending order, so whatever row j's upper part (columns above j) meets below the diagonal
    // comes in ascending order too: a cursor for each row walks its upper part exactly once.
    require_memory(8.0 * static_cast<double>(matrix.rows), "Comparing the matrix with its transpose");
    std::vector<std::int64_t> cursor(static_cast<std::size_t>(matrix.rows));
    for (std::int64_t row = 0; row < matrix.rows; ++row) {
        if (check && row % 4096 == 0) check();
        std::int64_t k = pointer[row];
        for (; k < pointer[row + 1] && column[k] < row; ++k) {
            const std::int64_t partner_row = column[k], end = pointer[partner_row + 1];
            std::int64_t& at = cursor[partner_row];
            while (at < end && column[at] < row) comparison.alone(at++);
            if (at < end && column[at] == row) comparison.pair(k, at++);
            else comparison.alone(k);
        }
        if (k < pointer[row + 1] && column[k] == row) ++k;
        cursor[row] = k;
    }
    for (std::int64_t row = 0; row < matrix.rows; ++row)
        for (std::int64_t k = cursor[row]; k < pointer[row + 1]; ++k) comparison.alone(k);
    return comparison.result();
}

} // namespace warploom
