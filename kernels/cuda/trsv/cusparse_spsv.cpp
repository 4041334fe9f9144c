#include "engine/elapsed.h"
#include "kernels/cuda/spmv/uploaded_format.h"
#include "kernels/cuda/trsv/cusparse_solve.h"
#include "kernels/formats/csr.h"

#include <optional>

namespace warploom::kernels {

namespace {

/// Triangular solve with cuSPARSE, which analyzes L once and then solves repeatedly.
template <class T> class CusparseSpsv final : public BoundTrsv {
public:
    CusparseSpsv(std::shared_ptr<cuda::Device> device, const TrsvInput& input)
        : device_(std::move(device)), format_(input.format), rows_(format_->rows) {
        device_->use();
        arrays_ = UploadedFormat::of(*device_, format_);
        b_ = cuda::Buffer<T>(rows_, "b");
        x_ = cuda::Buffer<T>(rows_, "x");
        const std::vector<T> zeros(rows_);
        transfer_ns = arrays_->transfer_ns() + elapsed_ns([&] { b_.upload(zeros.data(), rows_, device_->stream()); });
        x_.fill(0xff, device_->stream()); // NaN reveals elements that are not written
        transfer_ns += elapsed_ns([&] { CusparseSpsv::x(); });
        if (rows_ == 0) return;
        const auto& l = *static_cast<const Csr<T>*>(format_->object());
        const DeviceCsr<T> lower{l, static_cast<const int*>(arrays_->array(0)),
                                 static_cast<const int*>(arrays_->array(1)), static_cast<const T*>(arrays_->array(2))};
        solve_.emplace(cusparse_on(*device_), lower, true, b_.data(), x_.data());
        preprocess_ns = elapsed_ns([&] {
            solve_->analyse();
            device_->finish();
        });
        detail = "SpSV of cuSPARSE " + cusparse_version() + ", buffer of " + std::to_string(solve_->buffer_bytes()) +
                 " bytes";
    }

    void set_right_side(const std::vector<double>& b) override {
        device_->use();
        const std::vector<T> rounded(b.begin(), b.end());
        b_.upload(rounded.data(), rows_, device_->stream());
        device_->finish();
    }
    void poison() override {
        device_->use();
        x_.fill(0xff, device_->stream());
    }
    void enqueue() override {
        if (rows_ == 0) return;
        device_->use();
        solve_->enqueue();
    }
    void finish() override {
        device_->use();
        device_->finish();
    }
    std::vector<double> x() const override {
        device_->use();
        return x_.values(rows_, device_->stream());
    }

private:
    std::shared_ptr<cuda::Device> device_;
    std::shared_ptr<const HostFormat> format_;
    std::int64_t rows_;
    std::shared_ptr<const UploadedFormat> arrays_;
    cuda::Buffer<T> b_, x_;
    std::optional<CusparseSolve<T>> solve_;
};

} // namespace

CudaEntry::Bind* const bind_cusparse_spsv = bind_input<TrsvInput, CusparseSpsv>;

} // namespace warploom::kernels
