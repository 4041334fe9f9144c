#pragma once

#ifndef __CUDACC__ // there the source that includes this has included its own Gpu
#include "kernels/machine/simulated_gpu.h"
#endif
#include "kernels/preconditioners/incomplete_lu.h"
#include "kernels/vocabulary/vocabulary.h"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

// z = U⁻¹ L⁻¹ r on the GPU, level by level as kernels/trsv/levels.h solves L x = b: the rows of a level need only rows of
// earlier levels, so a launch solves all of them at once, a thread each.

namespace warploom::kernels::WARPLOOM_TARGET {

/// Both factors in one matrix, as a kernel sees them.
template <class T> struct LuView {
    In<int> row_pointer, column, diagonal;
    In<T> value;
};

struct LowerLevel {
    static constexpr const char* phase = "L level";
    template <class T>
    KERNEL_FN static void run(Thread t, LuView<T> lu, In<int> order, int first, int count, In<T> r, Out<T> z) {
        const std::int64_t i = t.global_id();
        if (i >= count) return;
        const int row = order[first + i];
        const int diagonal = lu.diagonal[row];
        T sum = r[row];
        for (int k = lu.row_pointer[row]; k < diagonal; ++k) {
            const T known = z[lu.column[k]];
            sum -= lu.value[k] * known;
        }
        z[row] = sum; // the diagonal of L is 1
    }
};

struct UpperLevel {
    static constexpr const char* phase = "U level";
    template <class T>
    KERNEL_FN static void run(Thread t, LuView<T> lu, In<int> order, int first, int count, Out<T> z) {
        const std::int64_t i = t.global_id();
        if (i >= count) return;
        const int row = order[first + i];
        const int diagonal = lu.diagonal[row];
        const int end = lu.row_pointer[row + 1];
        T sum = z[row];
        for (int k = diagonal + 1; k < end; ++k) {
            const T known = z[lu.column[k]];
            sum -= lu.value[k] * known;
        }
        z[row] = sum / lu.value[diagonal];
    }
};

/// The factors where the GPU is. T is float or double, N what the kernels compute with.
template <class T, class N> class LevelSolves {
public:
    using Copy = std::function<void(void* to, const void* from, std::size_t bytes)>; ///< to the GPU; waits

    LevelSolves(Gpu& gpu, IncompleteLu lu, const Copy& copy)
        : lower_(std::move(lu.lower)), upper_(std::move(lu.upper)) {
        const auto send = [&]<class Element>(const char* name, const std::vector<Element>& values) {
            const Out<Element> out = gpu.template scratch<Element>(name, static_cast<std::int64_t>(values.size()));
            if (!values.empty()) copy(out.data, values.data(), values.size() * sizeof(Element));
            return Gpu::read(out);
        };
        view_.row_pointer = send("row_pointer of LU", lu.row_pointer);
        view_.column = send("column of LU", lu.column);
        view_.diagonal = send("diagonal of LU", lu.diagonal);
        const std::vector<T> typed(lu.value.begin(), lu.value.end());
        const auto n = static_cast<std::int64_t>(typed.size());
        const Out<N> value = gpu.template scratch<N>("value of LU", n);
        if (n > 0) copy(value.data, typed.data(), typed.size() * sizeof(T));
        view_.value = Gpu::read(value);
        lower_order_ = send("order of L", lower_.order);
        upper_order_ = send("order of U", upper_.order);
    }

    /// z = U⁻¹ L⁻¹ r; r and z are different vectors.
    void enqueue(Gpu& gpu, Out<N> r, Out<N> z) const {
        for (int level = 0; level < lower_.levels(); ++level)
            gpu.template launch<LowerLevel>(lower_.rows_of(level), view_, lower_order_, lower_.first[level],
                                            lower_.rows_of(level), Gpu::read(r), z);
        for (int level = 0; level < upper_.levels(); ++level)
            gpu.template launch<UpperLevel>(upper_.rows_of(level), view_, upper_order_, upper_.first[level],
                                            upper_.rows_of(level), z);
    }

    int levels() const { return lower_.levels() + upper_.levels(); }
    std::string detail() const {
        return "ILU(0) in " + std::to_string(lower_.levels()) + " + " + std::to_string(upper_.levels()) + " launches";
    }

private:
    LevelSets lower_, upper_;
    LuView<N> view_;
    In<int> lower_order_, upper_order_;
};

} // namespace warploom::kernels::WARPLOOM_TARGET
