#pragma once

#include "engine/sentence.h"
#include "kernels/cpu/tridiagonal_host.h"
#include "kernels/machine/machine.h"

namespace warploom::kernels {

/// The Thomas algorithm, the baseline of all tridiagonal solvers: two sweeps with 8 n operations in total. In each
/// sweep, a row depends on the previous row.
struct ThomasMethod {
    static constexpr KernelInfo info{
        "thomas",
        "arrays",
        sentence_pattern("Thomas, one core"),
        sentence_pattern(
            "Eliminates row by row, then substitutes back. It does the least work but cannot be parallelized."),
        "cerny2011, Thomasův algoritmus",
        RunsOn::host,
        false};
    static constexpr int arrays = 1;

    template <class T> class Solver {
    public:
        Solver(std::int64_t n, int) : upper_(n) {}
        std::string detail() const { return threads_text(1); }

        std::int64_t solve(const HostSystem<T>& s, T* x) {
            T* const upper = upper_.data();
            std::int64_t zero = no_zero_pivot;
            T last_upper = 0, last_x = 0;
            for (std::int64_t i = 0; i < s.n; ++i) {
                const T pivot = s.b[i] - s.a[i] * last_upper;
                zero = std::min(zero, zero_pivot_of(pivot, i));
                last_upper = s.c[i] / pivot;
                last_x = (s.d[i] - s.a[i] * last_x) / pivot;
                upper[i] = last_upper;
                x[i] = last_x;
            }
            for (std::int64_t i = s.n - 2; i >= 0; --i) {
                last_x = x[i] - upper[i] * last_x;
                x[i] = last_x;
            }
            return zero;
        }

    private:
        std::vector<T> upper_; ///< c / pivot of each row; the modified d is stored in x
    };
};

} // namespace warploom::kernels
