#pragma once

#include "engine/sentence.h"
#include "kernels/cpu/tridiagonal_host.h"
#include "kernels/machine/machine.h"
#include "kernels/tridiagonal/levels.h"

namespace warploom::kernels {

/// Cyclic reduction on the host, with a parallel region per step.
template <class Layout> struct CpuCrMethod {
    static constexpr KernelInfo info{
        Layout::has_records ? "cpu-cr-records" : "cpu-cr",
        Layout::has_records ? "records" : "arrays",
        Layout::has_records ? sentence_pattern("CPU, cyclic reduction, rows as records")
                            : sentence_pattern("CPU, cyclic reduction"),
        Layout::has_records
            ? sentence_pattern(
                  "Like cpu-cr, but each row is stored as a record of eight numbers, which fills one cache line.")
            : sentence_pattern("The cores share the rows of each step. The number of rows halves with each step."),
        "cerny2011, Paralelizace pomocí OpenMP",
        RunsOn::host,
        false};
    static constexpr int arrays = Layout::arrays + Layout::of_input;

    template <class T> class Solver {
        using View = typename Layout::template View<T>;

    public:
        Solver(std::int64_t n, int threads) : input_(n), work_(n), threads_(threads) {}
        std::string detail() const { return threads_text(threads_); }
        void prepare(const HostSystem<T>& s) { input_.lay_out(s); }

        std::int64_t solve(const HostSystem<T>& system, T* x) {
            const View s = input_.view(system), work = work_.view();
            const int levels = cyclic_levels(s.n);
            for (int level = 1; level <= levels; ++level) forward(level == 1 ? s : work, level);
            std::int64_t zero = middle(levels == 0 ? s : work, levels, x);
            for (int level = levels - 1; level >= 0; --level)
                zero = std::min(zero, back(level == 0 ? s : work, level, x));
            return zero;
        }

    private:
        void forward(const View& from, int level) {
            const std::int64_t rows = rows_of_level(from.n, level), half = std::int64_t{1} << (level - 1);
#pragma omp parallel for num_threads(threads_) schedule(static)
            for (std::int64_t k = 0; k < rows; ++k) {
                const std::int64_t i = row_of_level(k, level);
                work_.store(i, reduce_row(from.row(i - half), from.row(i), from.row_or_none(i + half)));
            }
        }
        static std::int64_t middle(const View& from, int levels, T* x) {
            const std::int64_t i = row_of_level(0, levels), j = row_of_level(1, levels);
            const Row<T> first = from.row(i);
            const std::int64_t zero = zero_pivot_of(first.b, i);
            if (j >= from.n) {
                x[i] = first.d / first.b;
                return zero;
            }
            const SolvedPair<T> pair = solve_pair(first, from.row(j));
            x[i] = pair.first;
            x[j] = pair.second;
            return std::min(zero, zero_pivot_of(pair.second_pivot, j));
        }
        std::int64_t back(const View& from, int level, T* x) const {
            const std::int64_t rows = (rows_of_level(from.n, level) + 1) / 2, distance = std::int64_t{1} << level;
            std::int64_t zero = no_zero_pivot;
#pragma omp parallel for num_threads(threads_) schedule(static) reduction(min : zero)
            for (std::int64_t k = 0; k < rows; ++k) {
                const std::int64_t i = row_of_level(2 * k, level);
                const Row<T> row = from.row(i);
                zero = std::min(zero, zero_pivot_of(row.b, i));
                const T x_before = i >= distance ? x[i - distance] : T(0);
                const T x_after = i + distance < from.n ? x[i + distance] : T(0);
                x[i] = substitute(row, x_before, x_after);
            }
            return zero;
        }

        typename Layout::template Input<T> input_;
        typename Layout::template Rows<T> work_;
        int threads_;
    };
};

} // namespace warploom::kernels
