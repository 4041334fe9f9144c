#pragma once

#include "kernels/cpu/tridiagonal_host.h"
#include "kernels/machine/machine.h"
#include "kernels/tridiagonal/levels.h"

namespace warploom::kernels {

/// Parallel cyclic reduction on the host; the ways of sharing the rows out among threads differ, the numbers do not.
/// `Multiplier`: the precision of k1 and k2 of the elementary step.
template <class Layout, class T, class Multiplier> class CpuDoubling {
public:
    using View = typename Layout::template View<T>;
    CpuDoubling(std::int64_t n, int threads) : input_(n), even_(n), odd_(n), threads_(threads) {}
    std::string detail() const { return threads_text(threads_); }
    void prepare(const HostSystem<T>& s) { input_.lay_out(s); }

protected:
    /// What a step reads: the system, then what the step before wrote.
    View rows_before(const HostSystem<T>& s, int step) const {
        return step == 0 ? View(input_.view(s)) : (step % 2 == 0 ? odd_ : even_).view();
    }
    /// The step of distance 2^step for row i; the last step divides. Returns the row where a pivot is 0.
    std::int64_t do_row(const View& from, int step, int steps, std::int64_t i, T* x) {
        const std::int64_t distance = std::int64_t{1} << step;
        const Row<T> row = from.row(i);
        const Row<T> reduced =
            reduce_row_by<Multiplier>(from.row_or_none(i - distance), row, from.row_or_none(i + distance));
        std::int64_t zero = zero_pivot_of(row.b, i);
        if (step + 1 < steps) {
            (step % 2 == 0 ? even_ : odd_).store(i, reduced);
            return zero;
        }
        zero = std::min(zero, zero_pivot_of(reduced.b, i));
        x[i] = reduced.d / reduced.b;
        return zero;
    }

    typename Layout::template Input<T> input_;
    typename Layout::template Rows<T> even_, odd_;
    int threads_;
};

/// One parallel loop a step: the library shares the rows out and brings the threads together again.
template <class Layout> struct CpuPcrMethod {
    static constexpr KernelInfo info{Layout::has_records ? "cpu-pcr-records" : "cpu-pcr",
                                     Layout::has_records ? "records" : "arrays",
                                     Layout::has_records ? "CPU, parallel cyclic reduction, as records"
                                                         : "CPU, parallel cyclic reduction",
                                     "A parallel loop over all rows in every step: log2 n times the work of one sweep.",
                                     "cerny2011, Paralelizace pomocí OpenMP",
                                     RunsOn::host,
                                     false};
    static constexpr int arrays = 2 * Layout::arrays + Layout::of_input;

    template <class T, class Multiplier = T> class Solver : public CpuDoubling<Layout, T, Multiplier> {
    public:
        using CpuDoubling<Layout, T, Multiplier>::CpuDoubling;
        std::int64_t solve(const HostSystem<T>& s, T* x) {
            const int steps = doubling_steps(s.n);
            std::int64_t zero = no_zero_pivot;
            for (int step = 0; step < steps; ++step) {
                const auto from = this->rows_before(s, step);
#pragma omp parallel for num_threads(this->threads_) schedule(static) reduction(min : zero)
                for (std::int64_t i = 0; i < s.n; ++i) zero = std::min(zero, this->do_row(from, step, steps, i, x));
            }
            return zero;
        }
    };
};

/// The threads are started once and keep their rows, every T-th one: 1 2 3 1 2 3 ... Neighbouring rows lie in one cache
/// line and belong to different threads, which take the line from each other with every row that they write (our reading: the source prints
/// times and no reason). As records of 64 bytes, which are the source's rows, each has a line to itself, and the rest of that is x.
template <class Layout> struct CpuPcrInterleavedMethod {
    static constexpr KernelInfo info{Layout::has_records ? "cpu-pcr-interleaved-records" : "cpu-pcr-interleaved",
                                     Layout::has_records ? "records" : "arrays",
                                     Layout::has_records
                                         ? "CPU, parallel cyclic reduction, rows dealt out in turn, as records"
                                         : "CPU, parallel cyclic reduction, rows dealt out in turn",
                                     "Row i belongs to thread i mod T: threads fight over every cache line.",
                                     "cerny2011, PCR střídavý způsob",
                                     RunsOn::host,
                                     false};
    static constexpr int arrays = 2 * Layout::arrays + Layout::of_input;

    template <class T, class Multiplier = T> class Solver : public CpuDoubling<Layout, T, Multiplier> {
    public:
        using CpuDoubling<Layout, T, Multiplier>::CpuDoubling;
        std::int64_t solve(const HostSystem<T>& s, T* x) {
            const int steps = doubling_steps(s.n);
            std::int64_t zero = no_zero_pivot;
#pragma omp parallel num_threads(this->threads_) reduction(min : zero)
            {
                const int thread = omp_get_thread_num(), threads = omp_get_num_threads();
                for (int step = 0; step < steps; ++step) {
                    const auto from = this->rows_before(s, step);
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
template <class Layout> struct CpuPcrBlockedMethod {
    static constexpr KernelInfo info{Layout::has_records ? "cpu-pcr-blocked-records" : "cpu-pcr-blocked",
                                     Layout::has_records ? "records" : "arrays",
                                     Layout::has_records ? "CPU, parallel cyclic reduction, rows in blocks, as records"
                                                         : "CPU, parallel cyclic reduction, rows in blocks",
                                     "Each thread keeps a block of neighbouring rows through all steps.",
                                     "cerny2011, PCR blokový způsob",
                                     RunsOn::host,
                                     false};
    static constexpr int arrays = 2 * Layout::arrays + Layout::of_input;

    template <class T, class Multiplier = T> class Solver : public CpuDoubling<Layout, T, Multiplier> {
    public:
        using CpuDoubling<Layout, T, Multiplier>::CpuDoubling;
        std::int64_t solve(const HostSystem<T>& s, T* x) {
            const int steps = doubling_steps(s.n);
            std::int64_t zero = no_zero_pivot;
#pragma omp parallel num_threads(this->threads_) reduction(min : zero)
            {
                const std::int64_t thread = omp_get_thread_num(), threads = omp_get_num_threads();
                const std::int64_t begin = s.n * thread / threads, end = s.n * (thread + 1) / threads;
                for (int step = 0; step < steps; ++step) {
                    const auto from = this->rows_before(s, step);
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
