#include "engine/sentence.h"
#include "kernels/cuda/spmv/cusparse_spmv.h"
#include "kernels/cuda/tridiagonal/cuda_tridiagonal.h"

namespace warploom::kernels {

namespace {

// Solves one tridiagonal system with cuSPARSE's gtsv2. `pivots` selects the variant with or without pivoting.
template <class T> auto buffer_size(bool pivots) {
    return pivots ? in_precision<T>(cusparseSgtsv2_bufferSizeExt, cusparseDgtsv2_bufferSizeExt)
                  : in_precision<T>(cusparseSgtsv2_nopivot_bufferSizeExt, cusparseDgtsv2_nopivot_bufferSizeExt);
}
template <class T> auto solver(bool pivots) {
    return pivots ? in_precision<T>(cusparseSgtsv2, cusparseDgtsv2)
                  : in_precision<T>(cusparseSgtsv2_nopivot, cusparseDgtsv2_nopivot);
}

constexpr std::int64_t fewest_unknowns = 3;
/// In double precision, gtsv2 in cuSPARSE 12.6.3 accesses memory out of bounds for 89,478,486 or more unknowns, which
/// terminates the process. It works for 80,000,000 unknowns. In single precision, and without pivoting (gtsv2_nopivot),
/// it works for 100,000,000 unknowns.
constexpr std::int64_t most_unknowns_with_pivoting = 80'000'000;

template <class T> class CusparseGtsv2 final : public CudaTridiagonal<T> {
public:
    CusparseGtsv2(std::shared_ptr<cuda::Device> device, const TridiagonalInput& input, bool pivots)
        : CudaTridiagonal<T>(std::move(device), input), solve_(solver<T>(pivots)) {
        std::size_t bytes = 0;
        WARPLOOM_CUSPARSE_CHECK(buffer_size<T>(pivots)(this->handle_.get(), order(), 1, this->a_.data(),
                                                       this->b_.data(), this->c_.data(), this->x_.data(), order(),
                                                       &bytes));
        this->take_buffer(bytes, pivots ? "gtsv2" : "gtsv2_nopivot", "d copied to x");
    }

    void enqueue() override {
        this->device_->use();
        this->copy(this->x_, this->d_);
        WARPLOOM_CUSPARSE_CHECK(solve_(this->handle_.get(), order(), 1, this->a_.data(), this->b_.data(),
                                       this->c_.data(), this->x_.data(), order(), this->buffer_.data()));
    }

private:
    int order() const { return static_cast<int>(this->n_); }

    decltype(solver<T>(true)) solve_;
};

template <bool pivots> std::unique_ptr<Bound> bind(const CudaPlace& place, const BindRequest& request) {
    const auto& input = request.as<TridiagonalInput>();
    if (input.system->n() < fewest_unknowns)
        throw Error("kernel.refused",
                    sentence("cuSPARSE needs at least 3 unknowns, but the system has {n}.", {{"n", input.system->n()}}),
                    sentence("Choose n >= 3, or a kernel that does not use cuSPARSE."));
    if (input.precision == Precision::float32)
        return std::make_unique<CusparseGtsv2<float>>(place.device, input, pivots);
    if (pivots && input.system->n() > most_unknowns_with_pivoting)
        throw Error("kernel.refused",
                    sentence("In double precision, gtsv2 of cuSPARSE fails with more than about 80,000,000 unknowns, "
                             "and this system "
                             "has {n}.",
                             {{"n", input.system->n()}}),
                    sentence("Use partition, cusparse-gtsv2-nopivot, or single precision."));
    return std::make_unique<CusparseGtsv2<double>>(place.device, input, pivots);
}

} // namespace

CudaEntry::Bind* const bind_cusparse_gtsv2 = bind<true>;
CudaEntry::Bind* const bind_cusparse_gtsv2_nopivot = bind<false>;

} // namespace warploom::kernels
