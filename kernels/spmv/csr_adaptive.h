#pragma once

// The standard ones first: behind the vocabulary a traced kernel's loops are no longer plain.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/formats/csr.h"
#include "kernels/spmv/csr_merge.h"
#include "kernels/spmv/csr_scalar.h"
#include "kernels/spmv/csr_vector.h"
#include "kernels/vocabulary/strided_sum.h"
#include "kernels/vocabulary/vocabulary.h"
#include "kernels/vocabulary/warp_sum.h"

namespace warploom::kernels::WARPLOOM_TARGET {

// No way to share out rows is good for all matrices, so this kernel looks first: while it is bound it counts how many
// rows there are of each length (1, 2 to 3, 4 to 7 ...), and then takes
//
//   scalar   a thread for each row, where rows have one or two entries: there is nothing to share
//   vector   a warp or a part of one for each row, where no row is so long that its lanes finish long after all others
//   block    128 threads for each row, where rows are so long that a warp each would be too few warps
//   merge    csr-merge, where rows differ so much that only their entries can be shared out
//
// What the looking costs stands in the preprocessing time: a pass over the row pointers, and for merge its search.
struct CsrAdaptiveSpmv {
    static constexpr KernelInfo info{
        "csr-adaptive",
        "csr",
        "CSR, by the lengths of the rows",
        "Counts the lengths of the rows first; then a thread, some lanes or a block for each "
        "row, or the merge path.",
        "reference; the idea after Greathouse and Daga 2014",
        RunsOn::gpu};
    template <class T, template <class> class Array> using Format = Csr<T, Array>;

    static constexpr int classes = 32; ///< class b: rows of 2^(b-1) to 2^b - 1 entries; class 0: empty ones
    enum Way : std::int64_t { none, scalar, vector, block, merge };

    /// How many rows there are in each class.
    struct Lengths {
        static constexpr const char* phase = "lengths";
        static constexpr bool meets = true;
        static constexpr int rows_a_thread = 16;

        template <class T> KERNEL_FN static void run(Thread t, Csr<T, In> a, Out<int> counts) {
            SHARED(int, of_block, classes);
            for (int i = t.thread(); i < classes; i += t.block_size()) of_block[i] = 0;
            t.barrier();
            const std::int64_t first =
                static_cast<std::int64_t>(t.block()) * t.block_size() * rows_a_thread + t.thread();
            for (int k = 0; k < rows_a_thread; ++k) {
                const std::int64_t row = first + static_cast<std::int64_t>(k) * t.block_size();
                if (row >= a.rows) break;
                const int length = a.row_pointer[row + 1] - a.row_pointer[row];
                atomic_add(of_block, highest_bit(static_cast<unsigned>(length)) + 1, 1);
            }
            t.barrier();
            for (int i = t.thread(); i < classes; i += t.block_size()) {
                const int count = of_block[i];
                if (count > 0) atomic_add(counts, i, count);
            }
        }
    };

    static constexpr int block_threads = 128;

    /// A block for each row.
    struct BlockRows {
        static constexpr const char* phase = "a block for each row";
        static constexpr bool meets = true;

        template <class T> KERNEL_FN static void run(Thread t, Csr<T, In> a, In<T> x, Out<T> y) {
            SHARED(T, of_warps, block_threads / 32);
            const int row = t.block();
            const int begin = a.row_pointer[row], end = a.row_pointer[row + 1];
            const int share = (end - begin - t.thread() + block_threads - 1) / block_threads;
            T sum = strided_sum<CsrVectorSpmv::batch>(a.value, a.column, x, static_cast<unsigned>(begin + t.thread()),
                                                      static_cast<unsigned>(block_threads), share);
            sum = warp_sum(t, sum);
            if (t.lane() == 0) of_warps[t.warp()] = sum;
            t.barrier();
            if (t.thread() > 0) return;
            T all = 0;
            for (int w = 0; w < block_threads / 32; ++w) all += of_warps[w];
            y[row] = all;
        }
    };

    /// By the rows of each class, as counted.
    static Way way_for(const std::vector<int>& rows_of_class, std::int64_t rows, std::int64_t nonzeros) {
        int longest_class = classes - 1;
        while (longest_class > 0 && rows_of_class[longest_class] == 0) --longest_class;
        const double longest = std::ldexp(1.0, longest_class); // not more than that
        const double mean = static_cast<double>(nonzeros) / static_cast<double>(rows);
        if (mean <= 2.5 && longest <= 16) return scalar;
        if (mean >= 512 && longest <= 8 * mean) return block;
        // A row may take a few rounds of reading of its lanes, or a small part of what the whole matrix takes.
        const double round = CsrVectorSpmv::batch * CsrVectorSpmv::lanes_for(mean);
        const double most = round * std::max(8.0, static_cast<double>(nonzeros) / 1.5e6);
        return longest <= most ? vector : merge;
    }

    template <class T, class Gpu> static void prepare(Gpu& gpu, const Csr<T, In>& a) {
        if (a.rows == 0) return;
        const Out<int> counts = gpu.template scratch<int>("lengths", classes);
        gpu.zero(counts, classes);
        gpu.template launch<Lengths>((a.rows + Lengths::rows_a_thread - 1) / Lengths::rows_a_thread, a, counts);
        gpu.kept("way") = way_for(gpu.fetch(counts, classes), a.rows, a.nonzeros);
        if (gpu.kept("way") == merge) CsrMergeSpmv::prepare<T>(gpu, a);
    }

    template <class Gpu> static std::string describe(Gpu& gpu) {
        switch (gpu.kept("way")) {
        case scalar: return "a thread for each row";
        case vector: return "lanes for each row";
        case block: return "a block for each row";
        case merge: return "merge path";
        default: return {};
        }
    }

    template <class T, class Gpu> static void spmv(Gpu& gpu, const Csr<T, In>& a, In<T> x, Out<T> y) {
        switch (gpu.kept("way")) {
        case scalar: gpu.template launch<CsrScalarSpmv>(a.rows, a, x, y); break;
        case vector: CsrVectorSpmv::spmv<T>(gpu, a, x, y); break;
        case block: gpu.template launch_grid<BlockRows>(a.rows, block_threads, a, x, y); break;
        case merge: CsrMergeSpmv::spmv<T>(gpu, a, x, y); break;
        default: break;
        }
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
