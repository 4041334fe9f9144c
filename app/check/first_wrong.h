#pragma once

#include "engine/declared/expected.h"
#include "engine/generators/dense_matrix.h"
#include "engine/generators/tridiagonal_system.h"
#include "engine/matrix/csr_matrix.h"
#include "engine/measure/reference.h"
#include "engine/protocol/messages/check.h"
#include "kernels/operations/free.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warploom::app {

/// The first wrong element of a result, and its index in the array.
struct WrongNumber {
    std::int64_t index = 0;
    protocol::CheckEntry entry;
    bool is_unwritten = false; ///< whether no thread wrote the element; only for the operation `free`
};

/// Returns the first element of a product whose error exceeds the bounds used in a benchmark run, or std::nullopt if
/// there is none.
std::optional<WrongNumber> first_wrong(const measure::SpmvReference& reference, const std::vector<double>& y);
/// Classifies the errors in a product with wrong elements. Returns "empty-rows" if only empty rows are wrong,
/// "long-rows" if exactly the rows above a length of at least four entries are wrong, and "right" in all other cases.
std::string symptom_of(const CsrMatrix& a, const measure::SpmvReference& reference, const std::vector<double>& y);
/// Returns the first wrong element of a solution, or std::nullopt if all are correct. `single` is true if the solution
/// was computed in float. The system must be strictly dominant.
std::optional<WrongNumber> first_wrong(const TridiagonalSystem& system, const std::vector<double>& x, bool single);
/// Returns the first row of L x = b whose equation is not satisfied, or std::nullopt if there is none. The diagonal
/// must be the last entry of each row.
std::optional<WrongNumber> first_wrong_solution(const CsrMatrix& lower, const std::vector<double>& b,
                                                const std::vector<double>& x, bool single);
/// Returns the first entry of A that differs too much from L U, or std::nullopt if there is none. `lu` has one value
/// per entry of A.
std::optional<WrongNumber> first_wrong_factor(const CsrMatrix& a, const std::vector<double>& lu, bool single);
/// Returns the first wrong element of C = AᵀA for a small A, or std::nullopt if there is none. `c` is an n x n matrix
/// in row-major order.
std::optional<WrongNumber> first_wrong(const DenseMatrix& a, const std::vector<double>& c, bool single);
/// Returns the first wrong element of the results of a kernel whose source declares its own problem, or std::nullopt if
/// there is none.
std::optional<WrongNumber> first_wrong(const declared::DeclaredInput& input, const declared::ExpectedResults& expected,
                                       const kernels::BoundFree& bound);

/// Value of CheckEntry::computed if no thread wrote the element.
inline constexpr const char* unwritten = "unwritten";

} // namespace warploom::app
