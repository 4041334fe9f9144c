#pragma once

#include "engine/sentence.h"
#include "kernels/cpu/host_threads.h"
#include "kernels/formats/bcsr.h"
#include "kernels/formats/coo.h"
#include "kernels/formats/csr.h"
#include "kernels/formats/ell.h"

#include <omp.h>

#include <algorithm>

// Plain SpMV loops on the host, the baseline for GPU kernels.

namespace warploom::kernels {

struct CpuCsr {
    static constexpr KernelInfo info{"cpu-csr",
                                     "csr",
                                     sentence_pattern("CPU, CSR"),
                                     sentence_pattern("One core processes the rows one after another."),
                                     "prata2010 tables 1 and 7",
                                     RunsOn::host};
    template <class T> using Format = Csr<T>;

    template <class T> static void run(const Format<T>& a, const T* x, T* y) { run(a, x, y, 0, a.rows); }
    template <class T> static void run(const Format<T>& a, const T* x, T* y, int first_row, int end_row) {
        const int* const row_pointer = a.row_pointer.data();
        const int* const column = a.column.data();
        const T* const value = a.value.data();
        for (int row = first_row; row < end_row; ++row) {
            T sum = 0;
            for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
            y[row] = sum;
        }
    }
};

struct CpuEll {
    static constexpr KernelInfo info{"cpu-ell",
                                     "ell",
                                     sentence_pattern("CPU, ELL"),
                                     sentence_pattern("One core processes the rows one after another. The entries of a "
                                                      "row are far apart in memory, which causes cache misses."),
                                     "prata2010 tables 2 and 7",
                                     RunsOn::host};
    template <class T> using Format = Ell<T>;

    template <class T> static void run(const Format<T>& a, const T* x, T* y) {
        for (int row = 0; row < a.rows; ++row) {
            T sum = 0;
            std::int64_t slot = row;
            for (int k = 0; k < a.length[row]; ++k, slot += a.leading_dimension)
                sum += a.value[slot] * x[a.column[slot]];
            y[row] = sum;
        }
    }
};

struct CpuCoo {
    static constexpr KernelInfo info{"cpu-coo",
                                     "coo",
                                     sentence_pattern("CPU, COO"),
                                     sentence_pattern("One core adds the product of each entry to y."),
                                     "it168, the serial algorithm",
                                     RunsOn::host};
    template <class T> using Format = Coo<T>;

    template <class T> static void run(const Format<T>& a, const T* x, T* y) {
        std::fill_n(y, a.rows, T(0));
        for (int k = 0; k < a.nonzeros; ++k) y[a.row[k]] += a.value[k] * x[a.column[k]];
    }
};

struct CpuBcsr {
    static constexpr KernelInfo info{
        "cpu-bcsr",
        "bcsr",
        sentence_pattern("CPU, BCSR"),
        sentence_pattern(
            "One core processes the block rows in column-major order. Each index is shared by a whole block column."),
        "rossignon2013 3.5",
        RunsOn::host};
    template <class T> using Format = Bcsr<T>;

    template <class T> static void run(const Format<T>& a, const T* x, T* y) {
        const int b = a.block_size;
        for (int block_row = 0; block_row < a.block_rows; ++block_row) {
            const int first = block_row * b;
            const int height = std::min(b, a.rows - first);
            T* const sum = y + first;
            std::fill_n(sum, height, T(0));
            for (int j = a.pointer[block_row]; j < a.pointer[block_row + 1]; ++j) {
                const T* const value = a.value.data() + static_cast<std::int64_t>(j) * b;
                const T x_j = x[a.column[j]];
                // Skip zeros: they may be padding, and 0 times infinity would add NaN to the sum.
                for (int i = 0; i < height; ++i) sum[i] += value[i] != T(0) ? value[i] * x_j : T(0);
            }
        }
    }
};

struct CpuCsrParallel {
    static constexpr KernelInfo info{
        "cpu-csr-parallel",
        "csr",
        sentence_pattern("CPU, CSR on all cores"),
        sentence_pattern(
            "OpenMP divides the rows among the cores so that each core has about the same number of entries."),
        "reference",
        RunsOn::host};
    template <class T> using Format = Csr<T>;

    /// Returns the first row of part `part` out of `parts`. All parts have about the same number of rows plus entries.
    template <class T> static int first_row(const Format<T>& a, int part, int parts) {
        const std::int64_t goal = (static_cast<std::int64_t>(a.nonzeros) + a.rows) * part / parts;
        int low = 0, high = a.rows;
        while (low < high) {
            const int middle = low + (high - low) / 2;
            if (static_cast<std::int64_t>(a.row_pointer[middle]) + middle < goal) low = middle + 1;
            else high = middle;
        }
        return low;
    }

    template <class T> static void run(const Format<T>& a, const T* x, T* y) {
        [[maybe_unused]] const int threads = host_threads(0);
#pragma omp parallel num_threads(threads)
        CpuCsr::run(a, x, y, first_row(a, omp_get_thread_num(), omp_get_num_threads()),
                    first_row(a, omp_get_thread_num() + 1, omp_get_num_threads()));
    }
};

} // namespace warploom::kernels
