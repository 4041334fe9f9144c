// The traced target of the papers' own loops.
#define WARPLOOM_TARGET on_traced
#define WARPLOOM_TRACED 1

#include "app/fit/paper_kernels.h"

#include "engine/error.h"
#include "kernels/ata/naive.h"
#include "kernels/ata/tiled.h"
#include "kernels/formats/bcsr.h"
#include "kernels/formats/csr.h"
#include "kernels/formats/ell.h"
#include "kernels/formats/ell_sorted.h"
#include "kernels/machine/registry.h"
#include "kernels/vocabulary/strided_sum.h"
#include "kernels/vocabulary/warp_sum.h"

#include "kernels/vocabulary/vocabulary.h"

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

#include <sys/mman.h>

namespace warploom::app {

namespace {

/// Addresses for zeros. The system gives memory to the pages that are written, and one page to all that are only read.
class UntouchedZeros {
public:
    explicit UntouchedZeros(std::size_t bytes) : bytes_(bytes) {
        data_ = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (data_ == MAP_FAILED)
            throw Error("memory.limit",
                        "The system has no addresses for " + std::to_string(bytes >> 20) + " MB of zeros.",
                        "Nothing of it would be filled; allow the process more virtual memory.");
    }
    ~UntouchedZeros() { munmap(data_, bytes_); }
    UntouchedZeros(const UntouchedZeros&) = delete;
    UntouchedZeros& operator=(const UntouchedZeros&) = delete;
    void* data() const { return data_; }

private:
    void* data_ = nullptr;
    std::size_t bytes_;
};

template <class Kernel>
void launch_ata(std::int64_t rows, std::int64_t cols, const kernels::AtaSwitches& switches, simulated::Tracer* tracer) {
    using namespace kernels::on_traced;
    using N = Number<double>;
    const auto of_a = static_cast<std::size_t>(rows * cols), of_c = static_cast<std::size_t>(cols * cols);
    const UntouchedZeros a(of_a * sizeof(N)), c(of_c * sizeof(N));
    Gpu gpu(Kernel::info.id, 256); // both have blocks of a size of their own
    gpu.set_tracer(tracer, tracer);
    Dense<N> view;
    view.m = static_cast<int>(rows);
    view.n = static_cast<int>(cols);
    view.value = gpu.named<In<N>>("a", static_cast<const N*>(a.data()), rows * cols);
    const Out<N> result = gpu.named<Out<N>>("c", static_cast<N*>(c.data()), cols * cols);
    Kernel::ata(gpu, view, switches, result);
}

} // namespace

void launch_paper_ata(const std::string& kernel, std::int64_t rows, std::int64_t cols, simulated::Tracer* tracer) {
    const auto [name, switches] = kernels::parse_ata_kernel(kernel);
    if (name == "naive") launch_ata<kernels::on_traced::NaiveAta>(rows, cols, switches, tracer);
    else if (name == "tiled") launch_ata<kernels::on_traced::TiledAta>(rows, cols, switches, tracer);
    else throw Error("kernel.unknown", "There is no kernel '" + kernel + "' of the AᵀA report to trace.");
}

std::unique_ptr<kernels::BoundSpmv> bind_paper_kernel(const std::string& kernel,
                                                      std::shared_ptr<const kernels::HostFormat> format, int block_size,
                                                      simulated::Tracer* tracer) {
    using namespace kernels::on_traced;
    const kernels::BindRequest request{kernel, kernels::SpmvInput{std::move(format)}, block_size};
    const auto typed = [](std::unique_ptr<kernels::Bound> bound) {
        return std::unique_ptr<kernels::BoundSpmv>(static_cast<kernels::BoundSpmv*>(bound.release()));
    };
    if (kernel == "ell") return typed(bind<SimulatedSpmv, PaperEll>(request, tracer));
    if (kernel == "ell-sorted") return typed(bind<SimulatedSpmv, PaperEllSorted>(request, tracer));
    if (kernel == "csr-vector") return typed(bind<SimulatedSpmv, PaperCsrVector>(request, tracer));
    if (kernel == "bcsr") return typed(bind<SimulatedSpmv, PaperBcsr>(request, tracer));
    return typed(kernels::bind_traced(request, *tracer));
}

} // namespace warploom::app
