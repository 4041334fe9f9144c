#pragma once

#include "kernels/machine/named_kernels.h"
#include "kernels/parts/level_factors.cuh"
#include "kernels/preconditioners/incomplete_lu.h"
#include "kernels/trsv/level_sets.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

// z = U⁻¹ L⁻¹ r on the GPU, level by level (kernels/parts/level_solves.cuh).

namespace warploom::kernels {

/// The factors where the GPU is.
template <class T> class LevelSolves {
public:
    LevelSolves(NamedKernels& kernels, IncompleteLu lu) : lower_(std::move(lu.lower)), upper_(std::move(lu.upper)) {
        const auto send = [&]<class Element>(const char* name, const std::vector<Element>& values) {
            Element* const to = kernels.template array<Element>(name, static_cast<std::int64_t>(values.size()));
            if (!values.empty()) kernels.copy_in(to, values.data(), values.size() * sizeof(Element));
            return static_cast<const Element*>(to);
        };
        factors_.row_pointer = send("row_pointer of LU", lu.row_pointer);
        factors_.column = send("column of LU", lu.column);
        factors_.diagonal = send("diagonal of LU", lu.diagonal);
        factors_.value = send("value of LU", std::vector<T>(lu.value.begin(), lu.value.end()));
        lower_order_ = send("order of L", lower_.order);
        upper_order_ = send("order of U", upper_.order);
    }

    /// z = U⁻¹ L⁻¹ r; r and z are different vectors.
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
    std::string detail() const {
        return "ILU(0) in " + std::to_string(lower_.levels()) + " + " + std::to_string(upper_.levels()) + " launches";
    }

private:
    static constexpr int block_size = 256;
    static int blocks_for(int rows) { return (rows + block_size - 1) / block_size; }

    LevelSets lower_, upper_;
    LuFactors<T> factors_{};
    const int *lower_order_ = nullptr, *upper_order_ = nullptr;
};

} // namespace warploom::kernels
