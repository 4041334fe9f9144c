#pragma once

#include "engine/elapsed.h"
#include "engine/matrix/csr_matrix.h"
#include "engine/sentence.h"
#include "kernels/headers/level_factors.cuh"
#include "kernels/machine/named_kernels.h"
#include "kernels/preconditioners/incomplete_lu.h"
#include "kernels/trsv/level_sets.h"

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

// ILU(0) factorization (A ≈ L U with the pattern of A) and solves z = U⁻¹ L⁻¹ r on the GPU, level by level
// (kernels/headers/factor_level.cuh, level_solves.cuh).

namespace warploom::kernels {

/// The ILU(0) preconditioner on the GPU: factorizes a matrix and solves with the factors.
template <class T> class LevelSolves {
public:
    /// Factorizes the matrix in precision T with one launch per level. Errors: "cg.preconditioner" with the row, if it
    /// has no diagonal entry or its pivot is 0, infinite or NaN; "matrix.index".
    LevelSolves(NamedKernels& kernels, const CsrMatrix& a) {
        if (const auto row = first_without_diagonal(a)) refuse_missing_diagonal(*row);
        LuPattern pattern = lu_pattern(a);
        lower_ = std::move(pattern.lower);
        upper_ = std::move(pattern.upper);
        const auto send = [&]<class Element>(const char* name, const std::vector<Element>& values) {
            Element* const to = kernels.template array<Element>(name, static_cast<std::int64_t>(values.size()));
            if (!values.empty()) kernels.copy_in(to, values.data(), values.size() * sizeof(Element));
            return to;
        };
        factors_.row_pointer = send("row_pointer of LU", std::vector<int>(a.row_pointer.begin(), a.row_pointer.end()));
        factors_.column = send("column of LU", std::vector<int>(a.column.begin(), a.column.end()));
        factors_.diagonal = send("diagonal of LU", pattern.diagonal);
        lower_order_ = send("order of L", lower_.order);
        upper_order_ = send("order of U", upper_.order);
        const T* const value = send("value of A", std::vector<T>(a.value.begin(), a.value.end()));
        T* const lu = kernels.template array<T>("value of LU", a.nonzeros());
        constexpr int no_row = std::numeric_limits<int>::max();
        int row = no_row;
        int* const zero_pivot = send("zero_pivot", std::vector<int>{no_row});
        factor_ns_ = elapsed_ns([&] {
            for (int level = 0; level < lower_.levels(); ++level) {
                const int rows = lower_.rows_of(level);
                kernels.launch("factor_level", blocks_for(rows), block_size, factors_.row_pointer, factors_.column,
                               factors_.diagonal, value, lower_order_, lower_.first[level], rows, lu, zero_pivot);
            }
            kernels.copy_out(&row, zero_pivot, sizeof row); // the copy waits for the factorization to complete
        });
        if (row != no_row) refuse_pivot(row);
        factors_.value = lu;
    }

    /// Enqueues z = U⁻¹ L⁻¹ r. r and z must be different vectors.
    void enqueue(NamedKernels& kernels, const T* r, T* z) const {
        for (int level = 0; level < lower_.levels(); ++level) {
            const int rows = static_cast<int>(lower_.rows_of(level));
            kernels.launch("lower_level", blocks_for(rows), block_size, factors_, lower_order_, lower_.first[level],
                           rows, r, z);
        }
        for (int level = 0; level < upper_.levels(); ++level) {
            const int rows = static_cast<int>(upper_.rows_of(level));
            kernels.launch("upper_level", blocks_for(rows), block_size, factors_, upper_order_, upper_.first[level],
                           rows, z);
        }
    }

    int levels() const { return lower_.levels() + upper_.levels(); }
    /// Returns the host time of the factorization in ns, which is meaningless on the simulated GPU.
    double factor_ns() const { return factor_ns_; }
    std::string detail() const {
        return sentence("ILU(0) in {lower} + {upper} launches",
                        {{"lower", lower_.levels()}, {"upper", upper_.levels()}});
    }

private:
    static constexpr int block_size = 256;
    static int blocks_for(int rows) { return (rows + block_size - 1) / block_size; }

    LevelSets lower_, upper_;
    LuFactors<T> factors_{};
    const int *lower_order_ = nullptr, *upper_order_ = nullptr;
    double factor_ns_ = 0;
};

} // namespace warploom::kernels
