#include "engine/sentence.h"
#include "kernels/cuda/ata/ata_mirror.h"
#include "kernels/cuda/ata/cuda_ata.h"
#include "kernels/cuda/gpu/cublas_check.h"
#include "kernels/cuda/gpu/registry.h"

#include <string>

namespace warploom::kernels {

namespace {

/// Returns the math mode reported by cuBLAS, which may differ from the requested one.
std::string mode_text(cublasHandle_t handle) {
    cublasMath_t mode = CUBLAS_DEFAULT_MATH;
    WARPLOOM_CUBLAS_CHECK(cublasGetMathMode(handle, &mode));
    return mode == CUBLAS_PEDANTIC_MATH ? "pedantic math" : "math mode " + std::to_string(static_cast<int>(mode));
}

/// Computes AᵀA with cuBLAS, which sees the row-major A as a column-major Aᵀ: n x m with leading dimension n.
template <class T, bool symmetric> class CublasAta final : public CudaAta<T> {
public:
    CublasAta(std::shared_ptr<cuda::Device> device, const AtaInput& input)
        : CudaAta<T>(std::move(device), input), handle_(cublas_on(*this->device_)) {
        WARPLOOM_CUBLAS_CHECK(cublasSetMathMode(handle_.get(), CUBLAS_PEDANTIC_MATH));
        this->detail = cublas_version(handle_.get()) + ", " + mode_text(handle_.get());
        if (symmetric)
            this->detail += ", " + sentence("one triangle; the time includes a second launch that mirrors it");
    }

    void enqueue() override {
        this->device_->use();
        if (this->m_ == 0 || this->n_ == 0) { // A has no elements, so all sums are empty and C is zero
            this->c_.fill(0, this->device_->stream());
            return;
        }
        const int m = this->m_, n = this->n_;
        const T one = 1, zero = 0;
        const T* const a = this->a_.data();
        T* const c = this->c_.data();
        if constexpr (symmetric) { // cuBLAS's lower triangle is the upper triangle of the row-major C
            WARPLOOM_CUBLAS_CHECK(in_precision<T>(cublasSsyrk, cublasDsyrk)(
                handle_.get(), CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, n, m, &one, a, n, &zero, c, n));
            enqueue_mirror(c, n, this->device_->stream());
        } else {
            WARPLOOM_CUBLAS_CHECK(in_precision<T>(cublasSgemm, cublasDgemm)(handle_.get(), CUBLAS_OP_N, CUBLAS_OP_T, n,
                                                                            n, m, &one, a, n, a, n, &zero, c, n));
        }
    }

private:
    CublasHandle handle_;
};

template <class T> using CublasGemm = CublasAta<T, false>;
template <class T> using CublasSyrk = CublasAta<T, true>;

} // namespace

CudaEntry::Bind* const bind_cublas_gemm = bind_input<AtaInput, CublasGemm>;
CudaEntry::Bind* const bind_cublas_syrk = bind_input<AtaInput, CublasSyrk>;

} // namespace warploom::kernels
