#pragma once

#include "kernels/formats/csr.h"
#include "kernels/vocabulary/strided_sum.h"
#include "kernels/vocabulary/vocabulary.h"
#include "kernels/vocabulary/warp_sum.h"

namespace warploom::kernels::WARPLOOM_TARGET {

// A warp for each row, or 2 to 16 lanes where rows are short: neighbouring lanes read neighbouring
// entries of one row, then add up their sums by shuffles. A very long row still keeps one warp busy alone.
struct CsrVectorSpmv {
    static constexpr KernelInfo info{"csr-vector",
                                     "csr",
                                     "CSR, a warp for each row",
                                     "The lanes of a warp (fewer for short rows) share a row and add up by shuffles.",
                                     "prata2010 3.2, rossignon2013 3.3",
                                     RunsOn::gpu};
    template <class T, template <class> class Array> using Format = Csr<T, Array>;

    /// `lanes` for a row, each of which reads `batch` entries ahead.
    template <int lanes, int batch> struct Rows {
        static constexpr bool meets = true;

        template <class T> KERNEL_FN static void run(Thread t, Csr<T, In> a, In<T> x, Out<T> y) {
            const std::int64_t row = t.global_id() / lanes;
            const int lane = t.lane() % lanes;
            // A thread beyond the last row has nothing to add, but must not miss the shuffles.
            const int begin = row < a.rows ? a.row_pointer[row] : 0;
            const int end = row < a.rows ? a.row_pointer[row + 1] : 0;
            const int share = (end - begin - lane + lanes - 1) / lanes; // entries of this lane
            T sum = strided_sum<batch>(a.value, a.column, x, static_cast<unsigned>(begin + lane),
                                       static_cast<unsigned>(lanes), share);
            sum = warp_sum(t, sum, lanes);
            if (lane == 0 && row < a.rows) y[row] = sum;
        }
    };

    static constexpr int batch = 4; ///< entries that a lane reads ahead

    /// Lanes for a row: so many that the mean row is one batch of each. Few lanes with much to do are better than many
    /// with little: their reads are on their way together, and there is less to add up. A row of 97 to 128 entries is two
    /// batches of 16 lanes rather than one of 32.
    static int lanes_for(double mean) {
        int lanes = 2;
        while (lanes < 32 && mean > batch * lanes) lanes *= 2;
        return mean > 96 && mean <= 128 ? 16 : lanes;
    }

    template <class Gpu, class T>
    static void spmv_with_mean(Gpu& gpu, const Csr<T, In>& a, double mean, In<T> x, Out<T> y) {
        const std::int64_t rows = a.rows;
        switch (lanes_for(mean)) {
        case 2: gpu.template launch<Rows<2, batch>>(rows * 2, a, x, y); break;
        case 4: gpu.template launch<Rows<4, batch>>(rows * 4, a, x, y); break;
        case 8: gpu.template launch<Rows<8, batch>>(rows * 8, a, x, y); break;
        case 16: gpu.template launch<Rows<16, batch>>(rows * 16, a, x, y); break;
        default: gpu.template launch<Rows<32, batch>>(rows * 32, a, x, y); break;
        }
    }

    template <class T, class Gpu> static void spmv(Gpu& gpu, const Csr<T, In>& a, In<T> x, Out<T> y) {
        spmv_with_mean(gpu, a, a.rows > 0 ? static_cast<double>(a.nonzeros) / a.rows : 0, x, y);
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET
