#include "kernels/cuda/ata/ata_mirror.h"
#include "kernels/cuda/ata/cuda_ata.h"
#include "kernels/cuda/gpu/cublas_check.h"
#include "kernels/cuda/gpu/registry.h"

#include <string>

namespace warploom::kernels {

namespace {

/// What the library says that it will do, not what it was asked for.
std::string mode_text(cublasHandle_t handle) {
    cublasMath_t mode = CUBLAS_DEFAULT_MATH;
    WARPLOOM_CUBLAS_CHECK(cublasGetMathMode(handle, &mode));
    return mode == CUBLAS_PEDANTIC_MATH ? "pedantic math" : "math mode " + std::to_string(static_cast<int>(mode));
}

/// Row by row, A is what the library sees as Aᵀ, column by column: n x m with n between columns.
template <class T, bool symmetric> class CublasAta final : public CudaAta<T> {
public:
    CublasAta(std::shared_ptr<cuda::Device> device, const AtaInput& input) : CudaAta<T>(std::move(device), input) {
        cublasHandle_t handle = nullptr;
        WARPLOOM_CUBLAS_CHECK(cublasCreate(&handle));
        handle_ = {handle, [](cublasHandle_t h) { cublasDestroy(h); }};
        WARPLOOM_CUBLAS_CHECK(cublasSetStream(handle, this->device_->stream()));
        WARPLOOM_CUBLAS_CHECK(cublasSetMathMode(handle, CUBLAS_PEDANTIC_MATH));
        this->detail = cublas_version(handle) + ", " + mode_text(handle) +
                       (symmetric ? ", one triangle; the mirror by a launch of our own, its time included" : "");
    }

    void enqueue() override {
        this->device_->use();
        if (this->m_ == 0 || this->n_ == 0) { // nothing to multiply: C is zero
            this->c_.fill(0, this->device_->stream());
            return;
        }
        if constexpr (symmetric) {
            syrk();
            enqueue_mirror(this->c_.data(), this->n_, this->device_->stream());
        } else {
            gemm();
        }
    }

private:
    void gemm() {
        const int m = this->m_, n = this->n_;
        const T one = 1, zero = 0;
        const T* const a = this->a_.data();
        T* const c = this->c_.data();
        if constexpr (std::is_same_v<T, float>)
            WARPLOOM_CUBLAS_CHECK(
                cublasSgemm(handle_.get(), CUBLAS_OP_N, CUBLAS_OP_T, n, n, m, &one, a, n, a, n, &zero, c, n));
        else
            WARPLOOM_CUBLAS_CHECK(
                cublasDgemm(handle_.get(), CUBLAS_OP_N, CUBLAS_OP_T, n, n, m, &one, a, n, a, n, &zero, c, n));
    }
    /// The library's lower triangle is the upper one row by row.
    void syrk() {
        const int m = this->m_, n = this->n_;
        const T one = 1, zero = 0;
        const T* const a = this->a_.data();
        T* const c = this->c_.data();
        if constexpr (std::is_same_v<T, float>)
            WARPLOOM_CUBLAS_CHECK(
                cublasSsyrk(handle_.get(), CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, n, m, &one, a, n, &zero, c, n));
        else
            WARPLOOM_CUBLAS_CHECK(
                cublasDsyrk(handle_.get(), CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, n, m, &one, a, n, &zero, c, n));
    }

    std::shared_ptr<std::remove_pointer_t<cublasHandle_t>> handle_;
};

template <bool symmetric> std::unique_ptr<Bound> bind_cublas(const CudaPlace& place, const BindRequest& request) {
    const auto& input = request.as<AtaInput>();
    if (input.precision == Precision::float32)
        return std::make_unique<CublasAta<float, symmetric>>(place.device, input);
    return std::make_unique<CublasAta<double, symmetric>>(place.device, input);
}

} // namespace

std::unique_ptr<Bound> bind_cublas_gemm(const CudaPlace& place, const BindRequest& request) {
    return bind_cublas<false>(place, request);
}
std::unique_ptr<Bound> bind_cublas_syrk(const CudaPlace& place, const BindRequest& request) {
    return bind_cublas<true>(place, request);
}

} // namespace warploom::kernels
