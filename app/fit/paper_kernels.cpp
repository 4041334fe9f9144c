// The traced target of the papers' own loops.
#define WARPLOOM_TARGET on_traced
#define WARPLOOM_TRACED 1

#include "app/fit/paper_kernels.h"

#include "engine/error.h"
#include "kernels/formats/bcsr.h"
#include "kernels/formats/csr.h"
#include "kernels/formats/ell.h"
#include "kernels/formats/ell_sorted.h"
#include "kernels/registry.h"
#include "kernels/strided_sum.h"
#include "kernels/warp_sum.h"

#include "kernels/vocabulary.h"

namespace warploom::kernels::WARPLOOM_TARGET {

/// prata2010 3.2: thread i walks row i, one entry at a time.
struct PaperEll {
    static constexpr KernelInfo info{"ell", "ell", "ELL, one entry at a time", "", "prata2010 3.2", RunsOn::gpu};
    template <class T, template <class> class Array> using Format = Ell<T, Array>;
    template <class T> static std::int64_t threads(const Ell<T, In>& a) { return a.rows; }
    template <class T> KERNEL_FN static void run(Thread t, Ell<T, In> a, In<T> x, Out<T> y) {
        const std::int64_t row = t.global_id();
        if (row >= a.rows) return;
        y[row] = strided_sum<1>(a.value, a.column, x, row, a.leading_dimension, a.length[row]);
    }
};

/// prata2010 4.2: the same on sorted rows.
struct PaperEllSorted {
    static constexpr KernelInfo info{"ell-sorted", "ell-sorted",    "ELL sorted, one entry at a time",
                                     "",           "prata2010 4.2", RunsOn::gpu};
    template <class T, template <class> class Array> using Format = EllSorted<T, Array>;
    template <class T> static std::int64_t threads(const EllSorted<T, In>& a) { return a.rows; }
    template <class T> KERNEL_FN static void run(Thread t, EllSorted<T, In> a, In<T> x, Out<T> y) {
        const std::int64_t i = t.global_id();
        if (i >= a.rows) return;
        y[a.row[i]] = strided_sum<1>(a.value, a.column, x, i, a.leading_dimension, a.length[i]);
    }
};

/// rossignon2013 3.3: a warp for each row.
struct PaperCsrVector {
    static constexpr KernelInfo info{"csr-vector",        "csr",      "CSR, a warp for each row", "",
                                     "rossignon2013 3.3", RunsOn::gpu};
    static constexpr bool meets = true;
    template <class T, template <class> class Array> using Format = Csr<T, Array>;
    template <class T> static std::int64_t threads(const Csr<T, In>& a) { return std::int64_t{a.rows} * 32; }
    template <class T> KERNEL_FN static void run(Thread t, Csr<T, In> a, In<T> x, Out<T> y) {
        const std::int64_t row = t.global_id() / 32;
        const int begin = row < a.rows ? a.row_pointer[row] : 0;
        const int end = row < a.rows ? a.row_pointer[row + 1] : 0;
        T sum = 0;
        for (int k = begin + t.lane(); k < end; k += 32) sum += a.value[k] * x[a.column[k]];
        sum = warp_sum(t, sum, 32);
        if (t.lane() == 0 && row < a.rows) y[row] = sum;
    }
};

/// rossignon2013 3.5, algorithm 1: a warp for each block row; b divides 32.
struct PaperBcsr {
    static constexpr KernelInfo info{"bcsr",     "bcsr", "BCSR, a warp for each block row", "", "rossignon2013 3.5",
                                     RunsOn::gpu};
    static constexpr bool meets = true;
    template <class T, template <class> class Array> using Format = Bcsr<T, Array>;
    template <class T> static std::int64_t threads(const Bcsr<T, In>& a) { return std::int64_t{a.block_rows} * 32; }
    template <class T> KERNEL_FN static void run(Thread t, Bcsr<T, In> a, In<T> x, Out<T> y) {
        const std::int64_t block_row = t.global_id() / 32;
        const int b = a.block_size, columns = 32 / b;
        const int my_column = t.lane() / b, my_row = t.lane() % b;
        const int begin = block_row < a.block_rows ? a.pointer[block_row] : 0;
        const int end = block_row < a.block_rows ? a.pointer[block_row + 1] : 0;
        T sum = 0;
        for (int j = begin + my_column; j < end; j += columns)
            sum += a.value[static_cast<std::int64_t>(j) * b + my_row] * x[a.column[j]];
        for (int distance = 16; distance >= b; distance /= 2) sum += t.shuffle_down(sum, distance);
        const std::int64_t row = block_row * b + my_row;
        if (my_column == 0 && row < a.rows) y[row] = sum;
    }
};

} // namespace warploom::kernels::WARPLOOM_TARGET

#include "kernels/spmv/simulated_spmv.h"

namespace warploom::app {

std::unique_ptr<kernels::BoundSpmv> bind_paper_kernel(const std::string& kernel,
                                                      std::shared_ptr<const kernels::HostFormat> format, int block_size,
                                                      simulated::Tracer* tracer) {
    using namespace kernels::on_traced;
    if (kernel == "ell") return bind_spmv<PaperEll>(std::move(format), block_size, tracer);
    if (kernel == "ell-sorted") return bind_spmv<PaperEllSorted>(std::move(format), block_size, tracer);
    if (kernel == "csr-vector") return bind_spmv<PaperCsrVector>(std::move(format), block_size, tracer);
    if (kernel == "bcsr") return bind_spmv<PaperBcsr>(std::move(format), block_size, tracer);
    for (const auto& entry : kernels::spmv_entries())
        if (kernel == entry.info.id) return entry.bind_traced(std::move(format), block_size, tracer);
    throw Error("kernel.unknown", "There is no kernel '" + kernel + "' to trace.");
}

} // namespace warploom::app
