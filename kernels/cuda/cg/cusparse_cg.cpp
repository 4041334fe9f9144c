#include "engine/cuda/cuda_errors.h"
#include "engine/elapsed.h"
#include "engine/sentence.h"
#include "kernels/cuda/cg/cuda_cg.h"
#include "kernels/cuda/gpu/cublas_check.h"
#include "kernels/formats/arrays.h"

#include <algorithm>
#include <cmath>
#include <vector>

// Conjugate gradients as a textbook loop with cuSPARSE and cuBLAS, the baseline for the other CG implementations. Each
// step is a separate library call, and the host waits for each dot product because it needs the value.

namespace warploom::kernels {

namespace {

/// Common names for the float and double functions of cuBLAS.
template <class T> struct Blas {
    CublasHandle owned;
    int n = 0;
    cublasHandle_t handle = owned.get();

    T dot(const T* x, const T* y) const {
        T result = 0;
        WARPLOOM_CUBLAS_CHECK(in_precision<T>(cublasSdot, cublasDdot)(handle, n, x, 1, y, 1, &result));
        return result;
    }
    void axpy(T a, const T* x, T* y) const {
        WARPLOOM_CUBLAS_CHECK(in_precision<T>(cublasSaxpy, cublasDaxpy)(handle, n, &a, x, 1, y, 1));
    }
    void scale(T a, T* x) const {
        WARPLOOM_CUBLAS_CHECK(in_precision<T>(cublasSscal, cublasDscal)(handle, n, &a, x, 1));
    }
    /// Computes out = D x for the diagonal matrix D.
    void multiply(const T* diagonal, const T* x, T* out) const {
        WARPLOOM_CUBLAS_CHECK(
            in_precision<T>(cublasSdgmm, cublasDdgmm)(handle, CUBLAS_SIDE_LEFT, n, 1, x, n, diagonal, 1, out, n));
    }
};

template <class T> class LibraryWay final : public CgWay {
public:
    LibraryWay(std::shared_ptr<cuda::Device> device, BoundSpmv& product, const CgVectors<T>& places,
               std::function<void()> solve)
        : device_(std::move(device)), product_(product), at_(places),
          solve_(std::move(solve)), blas_{cublas_on(*device_), checked_int(at_.n, "rows")} {
        if (at_.inverse_diagonal != nullptr && at_.scaling != cg_solved) {
            scaled_ = cuda::Buffer<T>(at_.n, "z");
            at_.z = scaled_.data();
        }
    }

    void run(std::int64_t count) override {
        CgFlags flag{};
        CgScalars<T> scalar{};
        std::vector<T> history;
        copy(&flag, at_.flag, sizeof(flag));
        copy(&scalar, at_.scalar, sizeof(scalar));
        while (count-- > 0 && flag.stopped == 0) {
            product_.enqueue();
            const T p_ap = scalar.p_ap = blas_.dot(at_.p, at_.q);
            if (!(p_ap > 0) || !std::isfinite(p_ap)) {
                flag.broken = flag.stopped = 1;
                break;
            }
            const T alpha = scalar.rz / p_ap;
            blas_.axpy(static_cast<T>(-alpha), at_.q, at_.r);
            const T rr = blas_.dot(at_.r, at_.r);
            precondition();
            const T rz = is_preconditioned() ? blas_.dot(at_.r, at_.z) : rr;
            if (!std::isfinite(rr) || !std::isfinite(rz)) {
                flag.broken = flag.stopped = 1;
                break;
            }
            blas_.axpy(alpha, at_.p, at_.x);
            blas_.scale(rz / scalar.rz, at_.p);
            blas_.axpy(T(1), is_preconditioned() ? at_.z : at_.r, at_.p);
            scalar.alpha = alpha;
            scalar.rz_before = scalar.rz;
            scalar.rz = rz;
            scalar.rr = rr;
            history.push_back(rr);
            ++flag.done;
            flag.stopped = flag.done >= flag.limit || rr <= scalar.threshold ? 1 : 0;
        }
        history.resize(std::min<std::size_t>(history.size(), cg_history_size));
        copy(at_.scalar, &scalar, sizeof(scalar));
        copy(at_.flag, &flag, sizeof(flag));
        copy(at_.history, history.data(), history.size() * sizeof(T));
    }

    CgParts parts(int count) override {
        CgParts parts;
        const auto time = [&](const auto& work) {
            device_->finish();
            return elapsed_ns([&] {
                       for (int i = 0; i < count; ++i) work();
                       device_->finish();
                   }) /
                   count;
        };
        device_->finish();
        const double whole = elapsed_ns([&] { run(count); }) / count;
        parts.spmv = time([&] { product_.enqueue(); });
        parts.dots = time([&] {
            blas_.dot(at_.p, at_.q);
            blas_.dot(at_.r, at_.r);
            if (is_preconditioned()) blas_.dot(at_.r, at_.z);
        });
        parts.updates = time([&] {
            // Use scale factors that keep cuBLAS from skipping work. The vectors are restored afterward.
            blas_.axpy(T(0.5), at_.p, at_.x);
            blas_.axpy(T(0.5), at_.q, at_.r);
            blas_.scale(T(0.5), at_.p);
            blas_.axpy(T(0.5), at_.r, at_.p);
        });
        if (is_preconditioned()) parts.preconditioner = time([&] { precondition(); });
        parts.gaps = std::max(0.0, whole - parts.spmv - parts.dots - parts.updates - parts.preconditioner);
        return parts;
    }
    std::string detail() const override { return sentence("cuBLAS, scalars on the host"); }

private:
    bool is_preconditioned() const { return at_.z != nullptr; }
    void precondition() {
        if (at_.scaling == cg_solved) solve_();
        else if (is_preconditioned()) blas_.multiply(at_.inverse_diagonal, at_.r, at_.z);
    }
    void copy(void* to, const void* from, std::size_t bytes) {
        if (bytes > 0) WARPLOOM_CUDA_CHECK(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, device_->stream()));
        device_->finish();
    }

    std::shared_ptr<cuda::Device> device_;
    BoundSpmv& product_;
    CgVectors<T> at_;
    std::function<void()> solve_;
    Blas<T> blas_;
    cuda::Buffer<T> scaled_;
};

} // namespace

template <class T>
std::unique_ptr<CgWay> library_way(std::shared_ptr<cuda::Device> device, BoundSpmv& product, const CgVectors<T>& places,
                                   std::function<void()> solve) {
    return std::make_unique<LibraryWay<T>>(std::move(device), product, places, std::move(solve));
}
template std::unique_ptr<CgWay> library_way(std::shared_ptr<cuda::Device>, BoundSpmv&, const CgVectors<float>&,
                                            std::function<void()>);
template std::unique_ptr<CgWay> library_way(std::shared_ptr<cuda::Device>, BoundSpmv&, const CgVectors<double>&,
                                            std::function<void()>);

} // namespace warploom::kernels
