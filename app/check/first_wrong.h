#pragma once

#include "engine/generators/dense_matrix.h"
#include "engine/generators/tridiagonal_system.h"
#include "engine/matrix/csr_matrix.h"
#include "engine/measure/reference.h"
#include "engine/protocol/messages/check.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warploom::app {

/// The first wrong element of a result, and its index in the array.
struct WrongNumber {
    std::int64_t index = 0;
    protocol::CheckEntry entry;
};

/// Returns the first wrong element of a product, by the error bounds of a run, or nothing if all are right.
std::optional<WrongNumber> first_wrong(const measure::SpmvReference& reference, const std::vector<double>& y);
/// How a wrong product is wrong: "empty-rows" where all rows with entries are right, "long-rows" where all rows up to
/// some length are, of four entries at least; else "right".
std::string symptom_of(const CsrMatrix& a, const measure::SpmvReference& reference, const std::vector<double>& y);
/// `single`: computed in float. The system is strictly dominant.
std::optional<WrongNumber> first_wrong(const TridiagonalSystem& system, const std::vector<double>& x, bool single);
/// Returns the first row of L x = b whose equation is not satisfied. The diagonal is last in each row.
std::optional<WrongNumber> first_wrong_solution(const CsrMatrix& lower, const std::vector<double>& b,
                                                const std::vector<double>& x, bool single);
/// A ≈ L U with the pattern of A, a number for each of its entries.
std::optional<WrongNumber> first_wrong_factor(const CsrMatrix& a, const std::vector<double>& lu, bool single);
/// `c` is n x n, row by row; a is small.
std::optional<WrongNumber> first_wrong(const DenseMatrix& a, const std::vector<double>& c, bool single);

} // namespace warploom::app
