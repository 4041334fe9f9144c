#pragma once

#include "kernels/cpu/tridiagonal_host.h"
#include "kernels/machine/machine.h"
#include "kernels/tridiagonal/levels.h"

namespace warploom::kernels {

/// Parallel cyclic reduction on the host; the ways of sharing the rows out among threads differ, the numbers do not.
template <class T> class CpuDoubling {
public:
    CpuDoubling(std::int64_t n, int threads) : even_(n), odd_(n), threads_(threads) {}
    std::string detail() const { return threads_text(threads_); }

protected:
    /// What a step reads: the system, then what the step before wrote.
    HostSystem<T> rows_before(const HostSystem<T>& s, int step) const {
        return step == 0 ? s : (step % 2 == 0 ? odd_ : even_).view();
    }
    /// The step of distance 2^step for row i; the last step divides. Returns the row where a pivot is 0.
    std::int64_t do_row(const HostSystem<T>& from, int step, int steps, std::int64_t i, T* x) {
        const std::int64_t distance = std::int64_t{1} << step;
        const Row<T> row = from.row(i);
        const Row<T> reduced = reduce_row(from.row_or_none(i - distance), row, from.row_or_none(i + distance));
        std::int64_t zero = zero_pivot_of(row.b, i);
        if (step + 1 < steps) {
            (step % 2 == 0 ? even_ : odd_).store(i, reduced);
            return zero;
        }
        zero = std::min(zero, zero_pivot_of(reduced.b, i));
        x[i] = reduced.d / reduced.b;
        return zero;
    }

    HostRows<T> even_, odd_;
    int threads_;
};

/// One parallel loop a step: the library shares the rows out and brings the threads together again.
struct CpuPcrMethod {
    static constexpr KernelInfo info{"cpu-pcr",
                                     "arrays",
                                     "CPU, parallel cyclic reduction",
                                     "A parallel loop over all rows in every step: log2 n times the work of one sweep.",
                                     "cerny2011, Paralelizace pomocí OpenMP",
                                     RunsOn::host,
                                     false};
    static constexpr int arrays = 8;

    template <class T> class Solver : public CpuDoubling<T> {
    public:
        using CpuDoubling<T>::CpuDoubling;
        std::int64_t solve(const HostSystem<T>& s, T* x) {
            const int steps = doubling_steps(s.n);
            std::int64_t zero = no_zero_pivot;
            for (int step = 0; step < steps; ++step) {
                const HostSystem<T> from = this->rows_before(s, step);
#pragma omp parallel for num_threads(this->threads_) schedule(static) reduction(min : zero)
                for (std::int64_t i = 0; i < s.n; ++i) zero = std::min(zero, this->do_row(from, step, steps, i, x));
            }
            return zero;
        }
    };
};

/// The threads are started once and keep their rows, every T-th one: 1 2 3 1 2 3 ... Neighbouring rows lie in one cache
/// line and belong to different threads, which take the line from each other with every row that they write (our reading: the source prints
/// times and no reason, and its rows have 64 bytes, a line each).
struct CpuPcrInterleavedMethod {
    static constexpr KernelInfo info{"cpu-pcr-interleaved",
                                     "arrays",
                                     "CPU, parallel cyclic reduction, rows dealt out in turn",
                                     "Row i belongs to thread i mod T: threads fight over every cache line.",
                                     "cerny2011, PCR střídavý způsob",
                                     RunsOn::host,
                                     false};
    static constexpr int arrays = 8;

    template <class T> class Solver : public CpuDoubling<T> {
    public:
        using CpuDoubling<T>::CpuDoubling;
        std::int64_t solve(const HostSystem<T>& s, T* x) {
            const int steps = doubling_steps(s.n);
            std::int64_t zero = no_zero_pivot;
#pragma omp parallel num_threads(this->threads_) reduction(min : zero)
            {
                const int thread = omp_get_thread_num(), threads = omp_get_num_threads();
                for (int step = 0; step < steps; ++step) {
                    const HostSystem<T> from = this->rows_before(s, step);
                    for (std::int64_t i = thread; i < s.n; i += threads)
                        zero = std::min(zero, this->do_row(from, step, steps, i, x));
#pragma omp barrier
                }
            }
            return zero;
        }
    };
};

/// The threads are started once and keep their rows, a block of neighbours each: 1 1 ... 2 2 ... 3 3 ... Only where two
/// blocks meet do threads share a cache line.
struct CpuPcrBlockedMethod {
    static constexpr KernelInfo info{"cpu-pcr-blocked",
                                     "arrays",
                                     "CPU, parallel cyclic reduction, rows in blocks",
                                     "Each thread keeps a block of neighbouring rows through all steps.",
                                     "cerny2011, PCR blokový způsob",
                                     RunsOn::host,
                                     false};
    static constexpr int arrays = 8;

    template <class T> class Solver : public CpuDoubling<T> {
    public:
        using CpuDoubling<T>::CpuDoubling;
        std::int64_t solve(const HostSystem<T>& s, T* x) {
            const int steps = doubling_steps(s.n);
            std::int64_t zero = no_zero_pivot;
#pragma omp parallel num_threads(this->threads_) reduction(min : zero)
            {
                const std::int64_t thread = omp_get_thread_num(), threads = omp_get_num_threads();
                const std::int64_t begin = s.n * thread / threads, end = s.n * (thread + 1) / threads;
                for (int step = 0; step < steps; ++step) {
                    const HostSystem<T> from = this->rows_before(s, step);
                    for (std::int64_t i = begin; i < end; ++i)
                        zero = std::min(zero, this->do_row(from, step, steps, i, x));
#pragma omp barrier
                }
            }
            return zero;
        }
    };
};

} // namespace warploom::kernels
