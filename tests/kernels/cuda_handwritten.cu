// Is the compiled kernel what hand-written CUDA gives? csr-scalar and ell from this project's one source against
// the same kernels written by hand, on the same arrays: registers, results bit by bit, and times in random turns.
// Ends with 1 when a result differs or a time is more than 3 % longer, with 77 where there is no GPU.

#define WARPLOOM_TARGET on_cuda
#include "kernels/cuda/spmv/cuda_spmv_kernel.h"
#include "kernels/spmv/csr_scalar.h"
#include "kernels/spmv/ell.h"

#include "engine/cuda/timing.h"
#include "engine/matrix/matrix_source.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

using namespace warploom;
using namespace warploom::kernels;

namespace {

template <class T>
__global__ void __launch_bounds__(1024)
    csr_scalar_by_hand(int rows, const int* __restrict__ row_pointer, const int* __restrict__ column,
                       const T* __restrict__ value, const T* __restrict__ x, T* __restrict__ y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    const int end = row_pointer[row + 1];
    for (int k = row_pointer[row]; k < end; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <class T>
__global__ void __launch_bounds__(1024)
    ell_by_hand(int rows, long long ld, const int* __restrict__ length, const int* __restrict__ column,
                const T* __restrict__ value, const T* __restrict__ x, T* __restrict__ y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    const int end = length[row];
    const int* c = column + row;
    const T* v = value + row;
    for (int k = 0; k < end; ++k, c += ld, v += ld) sum += __ldcs(v) * x[__ldcs(c)];
    y[row] = sum;
}

template <class T> class ByHand final : public CudaSpmv<T> {
public:
    ByHand(std::shared_ptr<cuda::Device> device, std::shared_ptr<const HostFormat> format, int block_size)
        : CudaSpmv<T>(std::move(device), std::move(format)), block_size_(block_size) {
        for (const auto& array : this->format_->arrays())
            arrays_.push_back(this->upload(static_cast<const char*>(array.data), array.bytes(), array.name.c_str()));
        is_ell_ = this->format_->footprint.format == "ell";
        if (is_ell_) ld_ = static_cast<const Ell<T, HostArray>*>(this->format_->object())->leading_dimension;
    }
    void enqueue() override {
        const int rows = static_cast<int>(this->format_->rows);
        const int blocks = (rows + block_size_ - 1) / block_size_;
        const auto first = reinterpret_cast<const int*>(arrays_[0].data()),
                   column = reinterpret_cast<const int*>(arrays_[1].data());
        const auto value = reinterpret_cast<const T*>(arrays_[2].data());
        if (is_ell_)
            ell_by_hand<T><<<blocks, block_size_, 0, this->device_->stream()>>>(rows, ld_, first, column, value,
                                                                                this->x_.data(), this->y_.data());
        else
            csr_scalar_by_hand<T><<<blocks, block_size_, 0, this->device_->stream()>>>(
                rows, first, column, value, this->x_.data(), this->y_.data());
        WARPLOOM_CUDA_CHECK(cudaGetLastError());
    }

private:
    int block_size_;
    bool is_ell_ = false;
    long long ld_ = 0;
    std::vector<cuda::Buffer<char>> arrays_;
};

int registers_of(const void* kernel) {
    cudaFuncAttributes attributes{};
    WARPLOOM_CUDA_CHECK(cudaFuncGetAttributes(&attributes, kernel));
    return attributes.numRegs;
}

double median(std::vector<double> times) {
    std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
    return times[times.size() / 2];
}

template <class Kernel, class T>
bool compare(cuda::Timer& timer, const std::shared_ptr<cuda::Device>& device, const CsrMatrix& a,
             const void* by_hand_kernel) {
    using View = typename Kernel::template Format<T, on_cuda::In>;
    constexpr int block_size = 128;
    const auto format = make_format(Kernel::info.format, a, sizeof(T) == 4 ? Precision::float32 : Precision::float64);
    const auto ours = std::make_unique<on_cuda::SpmvKernel<Kernel, T>>(device, SpmvInput{format}, block_size);
    ByHand<T> by_hand(device, format, block_size);
    std::vector<double> x(a.cols);
    for (std::size_t j = 0; j < x.size(); ++j) x[j] = 1.0 / static_cast<double>(1 + j % 1000);
    for (BoundSpmv* bound : {static_cast<BoundSpmv*>(ours.get()), static_cast<BoundSpmv*>(&by_hand)}) {
        bound->set_x(x);
        bound->poison_y();
        bound->enqueue();
        bound->finish();
    }
    const bool same = ours->y() == by_hand.y();
    std::vector<double> ours_ns, by_hand_ns;
    for (int i = 0; i < 41; ++i)
        for (int turn = 0; turn < 2; ++turn) {
            if ((i + turn) % 2 == 0) ours_ns.push_back(timer.cold([&] { ours->enqueue(); }).time_ns);
            else by_hand_ns.push_back(timer.cold([&] { by_hand.enqueue(); }).time_ns);
        }
    const auto entry = on_cuda::entry<Kernel, View, on_cuda::In<T>, on_cuda::Out<T>>;
    const double ratio = median(by_hand_ns) / median(ours_ns);
    std::printf("| %s | %s | %d | %d | %.2f | %.2f | %.3f | %s |\n", Kernel::info.id,
                sizeof(T) == 4 ? "float" : "double", registers_of(reinterpret_cast<const void*>(entry)),
                registers_of(by_hand_kernel), median(ours_ns) * 1e-3, median(by_hand_ns) * 1e-3, ratio,
                same ? "equal" : "DIFFERENT");
    return same && ratio > 0.97;
}

} // namespace

int main() try {
    std::string why;
    if (cuda::device_count(&why) == 0) {
        std::printf("all tests skipped: %s\n", why.c_str());
        return 77;
    }
    const auto device = cuda::Device::open(0);
    cuda::Timer timer(device);
    const Matrix matrix = load_matrix("laplace3d:n=100");
    std::printf("laplace3d:n=100, blocks of 128, cold\n| kernel | precision | registers | by hand | us | by hand us | "
                "by hand / ours | y |\n"
                "| --- | --- | --: | --: | --: | --: | --: | --- |\n");
    bool fine = true;
    fine &= compare<on_cuda::CsrScalarSpmv, double>(timer, device, matrix.csr,
                                                    reinterpret_cast<const void*>(csr_scalar_by_hand<double>));
    fine &= compare<on_cuda::CsrScalarSpmv, float>(timer, device, matrix.csr,
                                                   reinterpret_cast<const void*>(csr_scalar_by_hand<float>));
    fine &= compare<on_cuda::EllSpmv, double>(timer, device, matrix.csr,
                                              reinterpret_cast<const void*>(ell_by_hand<double>));
    fine &=
        compare<on_cuda::EllSpmv, float>(timer, device, matrix.csr, reinterpret_cast<const void*>(ell_by_hand<float>));
    return fine ? 0 : 1;
} catch (const Error& error) {
    std::fprintf(stderr, "%s %s\n", error.what(), error.hint().c_str());
    return 1;
}
