#include "kernels/cuda/spmv/cusparse_spmv.h"
#include "kernels/cuda/trsv/cuda_trsv.h"
#include "kernels/formats/csr.h"

#include <algorithm>

namespace warploom::kernels {

namespace {

/// The vendor's triangular solve: it studies L once, and solves again and again.
template <class T> class CusparseSpsv final : public CudaTrsv<T> {
public:
    CusparseSpsv(std::shared_ptr<cuda::Device> device, const TrsvInput& input) : CudaTrsv<T>(std::move(device), input) {
        if (this->rows_ == 0) return;
        cusparseHandle_t handle = nullptr;
        WARPLOOM_CUSPARSE_CHECK(cusparseCreate(&handle));
        parts_.handle = handle;
        WARPLOOM_CUSPARSE_CHECK(cusparseSetStream(handle, this->device_->stream()));
        const auto& l = *static_cast<const Csr<T>*>(input.format->object());
        void* const array[] = {const_cast<void*>(this->arrays_->array(0)), const_cast<void*>(this->arrays_->array(1)),
                               const_cast<void*>(this->arrays_->array(2))}; // only read
        WARPLOOM_CUSPARSE_CHECK(cusparseCreateCsr(&parts_.lower, l.rows, l.cols, l.nonzeros, array[0], array[1],
                                                  array[2], CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                                  CUSPARSE_INDEX_BASE_ZERO, cuda_type<T>));
        cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
        cusparseDiagType_t diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;
        WARPLOOM_CUSPARSE_CHECK(cusparseSpMatSetAttribute(parts_.lower, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
        WARPLOOM_CUSPARSE_CHECK(
            cusparseSpMatSetAttribute(parts_.lower, CUSPARSE_SPMAT_DIAG_TYPE, &diagonal, sizeof diagonal));
        WARPLOOM_CUSPARSE_CHECK(cusparseCreateDnVec(&parts_.b, this->rows_, this->b_.data(), cuda_type<T>));
        WARPLOOM_CUSPARSE_CHECK(cusparseCreateDnVec(&parts_.x, this->rows_, this->x_.data(), cuda_type<T>));
        WARPLOOM_CUSPARSE_CHECK(cusparseSpSV_createDescr(&parts_.solve));
        std::size_t bytes = 0;
        WARPLOOM_CUSPARSE_CHECK(cusparseSpSV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one_, parts_.lower,
                                                        parts_.b, parts_.x, cuda_type<T>, CUSPARSE_SPSV_ALG_DEFAULT,
                                                        parts_.solve, &bytes));
        buffer_ = cuda::Buffer<char>(std::max<std::int64_t>(static_cast<std::int64_t>(bytes), 16), "cuSPARSE's buffer");
        this->preprocess_ns = elapsed_ns([&] {
            WARPLOOM_CUSPARSE_CHECK(cusparseSpSV_analysis(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one_, parts_.lower,
                                                          parts_.b, parts_.x, cuda_type<T>, CUSPARSE_SPSV_ALG_DEFAULT,
                                                          parts_.solve, buffer_.data()));
            this->device_->finish();
        });
        this->detail = "SpSV of cuSPARSE " + cusparse_version() + ", buffer of " + std::to_string(bytes) + " bytes";
    }

    void enqueue() override {
        if (this->rows_ == 0) return;
        this->device_->use();
        WARPLOOM_CUSPARSE_CHECK(cusparseSpSV_solve(parts_.handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one_, parts_.lower,
                                                   parts_.b, parts_.x, cuda_type<T>, CUSPARSE_SPSV_ALG_DEFAULT,
                                                   parts_.solve));
    }

private:
    struct Parts {
        cusparseHandle_t handle = nullptr;
        cusparseSpMatDescr_t lower = nullptr;
        cusparseDnVecDescr_t b = nullptr, x = nullptr;
        cusparseSpSVDescr_t solve = nullptr;
        Parts() = default;
        Parts(const Parts&) = delete;
        Parts& operator=(const Parts&) = delete;
        ~Parts() {
            if (solve != nullptr) cusparseSpSV_destroyDescr(solve);
            if (x != nullptr) cusparseDestroyDnVec(x);
            if (b != nullptr) cusparseDestroyDnVec(b);
            if (lower != nullptr) cusparseDestroySpMat(lower);
            if (handle != nullptr) cusparseDestroy(handle);
        }
    };

    cuda::Buffer<char> buffer_; ///< before parts_: the solver's description points into it
    Parts parts_;
    T one_ = 1;
};

} // namespace

std::unique_ptr<Bound> bind_cusparse_spsv(const CudaPlace& place, const BindRequest& request) {
    const auto& input = request.as<TrsvInput>();
    return made_in<Bound, CusparseSpsv>(precision_of(input), place.device, input);
}

} // namespace warploom::kernels
