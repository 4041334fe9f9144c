#include "engine/sentence.h"
#include "kernels/cuda/spmv/cusparse_spmv.h"
#include "kernels/cuda/tridiagonal/cuda_tridiagonal.h"

namespace warploom::kernels {

namespace {

/// Solves several tridiagonal systems stored one after another. At first, x contains the right-hand sides.
template <class T> class StridedBatch final : public CudaTridiagonal<T> {
public:
    StridedBatch(std::shared_ptr<cuda::Device> device, const TridiagonalInput& input)
        : CudaTridiagonal<T>(std::move(device), input) {
        std::size_t bytes = 0;
        WARPLOOM_CUSPARSE_CHECK(
            in_precision<T>(cusparseSgtsv2StridedBatch_bufferSizeExt, cusparseDgtsv2StridedBatch_bufferSizeExt)(
                this->handle_.get(), this->length_, this->a_.data(), this->b_.data(), this->c_.data(), this->x_.data(),
                this->systems_, this->length_, &bytes));
        this->take_buffer(bytes, "gtsv2StridedBatch", "d copied");
    }
    void enqueue() override {
        this->device_->use();
        this->copy(this->x_, this->d_);
        WARPLOOM_CUSPARSE_CHECK(in_precision<T>(cusparseSgtsv2StridedBatch, cusparseDgtsv2StridedBatch)(
            this->handle_.get(), this->length_, this->a_.data(), this->b_.data(), this->c_.data(), this->x_.data(),
            this->systems_, this->length_, this->buffer_.data()));
    }
};

/// Solves interleaved tridiagonal systems: row i of all systems is contiguous. cuSPARSE overwrites all of its inputs,
/// so it receives copies of all four arrays.
template <class T> class InterleavedBatch final : public CudaTridiagonal<T> {
public:
    InterleavedBatch(std::shared_ptr<cuda::Device> device, const TridiagonalInput& input)
        : CudaTridiagonal<T>(std::move(device), input), work_a_(this->n_, "a"), work_b_(this->n_, "b"),
          work_c_(this->n_, "c") {
        upload();
        std::size_t bytes = 0;
        WARPLOOM_CUSPARSE_CHECK(
            in_precision<T>(cusparseSgtsvInterleavedBatch_bufferSizeExt, cusparseDgtsvInterleavedBatch_bufferSizeExt)(
                this->handle_.get(), thomas, this->length_, work_a_.data(), work_b_.data(), work_c_.data(),
                this->x_.data(), this->systems_, &bytes));
        this->take_buffer(bytes, "gtsvInterleavedBatch, Thomas,", "a, b, c and d copied");
    }
    void upload() override {
        this->device_->use();
        const auto& s = *this->system_;
        std::vector<T> turned(s.b.size());
        const auto send = [&](cuda::Buffer<T>& to, const std::vector<double>& from, int without) {
            for (std::size_t k = 0; k < from.size(); ++k) {
                const std::size_t system = k / this->length_, row = k % this->length_;
                const bool is_none = static_cast<int>(row) == without; // whether the element is outside the matrix
                turned[row * this->systems_ + system] = is_none ? T(0) : static_cast<T>(from[k]);
            }
            to.upload(turned.data(), this->n_, this->device_->stream());
            this->device_->finish();
        };
        send(this->a_, s.a, 0);
        send(this->b_, s.b, -1);
        send(this->c_, s.c, this->length_ - 1);
        send(this->d_, s.d, -1);
    }
    void enqueue() override {
        this->device_->use();
        this->copy(work_a_, this->a_);
        this->copy(work_b_, this->b_);
        this->copy(work_c_, this->c_);
        this->copy(this->x_, this->d_);
        WARPLOOM_CUSPARSE_CHECK(in_precision<T>(cusparseSgtsvInterleavedBatch, cusparseDgtsvInterleavedBatch)(
            this->handle_.get(), thomas, this->length_, work_a_.data(), work_b_.data(), work_c_.data(), this->x_.data(),
            this->systems_, this->buffer_.data()));
    }
    std::vector<double> x() const override {
        const std::vector<double> turned = CudaTridiagonal<T>::x();
        std::vector<double> x(turned.size());
        for (std::size_t k = 0; k < x.size(); ++k)
            x[k] = turned[k % this->length_ * this->systems_ + k / this->length_];
        return x;
    }

private:
    /// The Thomas algorithm. The other algorithms of cuSPARSE, LU with pivoting and QR, do more work.
    static constexpr int thomas = 0;
    cuda::Buffer<T> work_a_, work_b_, work_c_;
};

template <template <class> class Batch>
std::unique_ptr<Bound> bind_batch(const CudaPlace& place, const BindRequest& request) {
    const auto& input = request.as<TridiagonalInput>();
    const std::int64_t systems = input.system->systems;
    if (systems < 2)
        throw Error("kernel.refused",
                    sentence("This cuSPARSE function solves many systems at once, but there is only one system."),
                    sentence("Choose several systems, such as systems=4096, or a kernel for a single system."));
    if (input.system->n() / systems < 3)
        throw Error("kernel.refused",
                    sentence("cuSPARSE needs at least 3 unknowns per system, but the systems have {n}.",
                             {{"n", input.system->n() / systems}}),
                    sentence("Choose larger systems, or a kernel that does not use cuSPARSE."));
    return made_in<Bound, Batch>(input.precision, place.device, input);
}

} // namespace

CudaEntry::Bind* const bind_cusparse_gtsv2_batch = bind_batch<StridedBatch>;
CudaEntry::Bind* const bind_cusparse_gtsv_interleaved = bind_batch<InterleavedBatch>;

} // namespace warploom::kernels
