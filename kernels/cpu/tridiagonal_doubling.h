#pragma once

#include "engine/sentence.h"
#include "kernels/cpu/tridiagonal_host.h"
#include "kernels/machine/machine.h"
#include "kernels/tridiagonal/levels.h"

#include <omp.h>

#include <type_traits>

namespace warploom::kernels {

/// Runs one parallel loop per step. Each loop ends with an implicit barrier.
struct RowsSharedAnew {
    static constexpr const char* id[]{"cpu-pcr", "cpu-pcr-records"};
    static constexpr const char* title[]{sentence_pattern("CPU, parallel cyclic reduction"),
                                         sentence_pattern("CPU, parallel cyclic reduction, as records")};
    static constexpr const char* summary = sentence_pattern(
        "Every step is a parallel loop over all rows. The total work is log2 n times the work of one sweep.");
    static constexpr const char* source = "cerny2011, Paralelizace pomocí OpenMP";
};

/// Distributes the rows cyclically over threads that are started once: 1 2 3 1 2 3 ... Adjacent rows of different
/// threads share a cache line, which causes false sharing whenever a row is written. The paper reports only times;
/// false sharing is our explanation. In the paper's layout, each row is a 64-byte record with its own cache line, which
/// also contains the row's x.
struct RowsInTurn {
    static constexpr const char* id[]{"cpu-pcr-interleaved", "cpu-pcr-interleaved-records"};
    static constexpr const char* title[]{
        sentence_pattern("CPU, parallel cyclic reduction, rows interleaved"),
        sentence_pattern("CPU, parallel cyclic reduction, rows interleaved, as records")};
    static constexpr const char* summary =
        sentence_pattern("Thread i mod T processes row i, which causes false sharing of every cache line.");
    static constexpr const char* source = "cerny2011, PCR střídavý způsob";
    template <class System, class Body>
    static void for_kept(const System& s, std::int64_t thread, std::int64_t threads, const Body& body) {
        for (std::int64_t i = thread; i < s.n; i += threads) body(i);
    }
};

/// Distributes the rows in contiguous blocks over threads that are started once: 1 1 ... 2 2 ... 3 3 ... Threads share
/// cache lines only at block boundaries.
struct RowsInBlocks {
    static constexpr const char* id[]{"cpu-pcr-blocked", "cpu-pcr-blocked-records"};
    static constexpr const char* title[]{
        sentence_pattern("CPU, parallel cyclic reduction, rows in blocks"),
        sentence_pattern("CPU, parallel cyclic reduction, rows in blocks, as records")};
    static constexpr const char* summary =
        sentence_pattern("Each thread processes the same block of consecutive rows in all steps.");
    static constexpr const char* source = "cerny2011, PCR blokový způsob";
    template <class System, class Body>
    static void for_kept(const System& s, std::int64_t thread, std::int64_t threads, const Body& body) {
        const std::int64_t begin = s.n * thread / threads, end = s.n * (thread + 1) / threads;
        for (std::int64_t i = begin; i < end; ++i) body(i);
    }
};

/// Parallel cyclic reduction on the host. `Sharing` distributes the rows over threads, which does not affect the
/// results.
template <class Layout, class Sharing> struct CpuPcrMethod {
    static constexpr KernelInfo info{Sharing::id[Layout::has_records],
                                     Layout::has_records ? "records" : "arrays",
                                     Sharing::title[Layout::has_records],
                                     Sharing::summary,
                                     Sharing::source,
                                     RunsOn::host,
                                     false};
    static constexpr int arrays = 2 * Layout::arrays + Layout::of_input;

    template <class T> class Solver {
        using View = typename Layout::template View<T>;

    public:
        Solver(std::int64_t n, int threads) : input_(n), even_(n), odd_(n), threads_(threads) {}
        std::string detail() const { return threads_text(threads_); }
        void prepare(const HostSystem<T>& s) { input_.lay_out(s); }

        std::int64_t solve(const HostSystem<T>& s, T* x) {
            const int steps = doubling_steps(s.n);
            std::int64_t zero = no_zero_pivot;
            if constexpr (!std::is_same_v<Sharing, RowsSharedAnew>) {
#pragma omp parallel num_threads(threads_) reduction(min : zero)
                for (int step = 0; step < steps; ++step) {
                    const View from = rows_before(s, step);
                    Sharing::for_kept(s, omp_get_thread_num(), omp_get_num_threads(),
                                      [&](std::int64_t i) { zero = std::min(zero, do_row(from, step, steps, i, x)); });
#pragma omp barrier
                }
                return zero;
            }
            for (int step = 0; step < steps; ++step) {
                const View from = rows_before(s, step);
#pragma omp parallel for num_threads(threads_) schedule(static) reduction(min : zero)
                for (std::int64_t i = 0; i < s.n; ++i) zero = std::min(zero, do_row(from, step, steps, i, x));
            }
            return zero;
        }

    private:
        /// Returns the rows that a step reads: the original system, or the output of the previous step.
        View rows_before(const HostSystem<T>& s, int step) const {
            return step == 0 ? View(input_.view(s)) : (step % 2 == 0 ? odd_ : even_).view();
        }
        /// Performs the step with distance 2^step for row i; the last step also divides. Returns i if the pivot is 0.
        std::int64_t do_row(const View& from, int step, int steps, std::int64_t i, T* x) {
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

        typename Layout::template Input<T> input_;
        typename Layout::template Rows<T> even_, odd_;
        int threads_;
    };
};

} // namespace warploom::kernels
