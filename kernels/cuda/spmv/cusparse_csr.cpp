#include "kernels/cuda/spmv/cusparse_spmv.h"
#include "kernels/formats/coo.h"
#include "kernels/formats/csr.h"

namespace warploom::kernels {

namespace {

template <class T> class CusparseCsr final : public CusparseSpmv<T> {
public:
    CusparseCsr(std::shared_ptr<cuda::Device> device, cuda::Timer& timer, std::shared_ptr<const HostFormat> format)
        : CusparseSpmv<T>(std::move(device), std::move(format)) {
        const auto& a = *static_cast<const Csr<T>*>(this->format_->object());
        if (a.nonzeros == 0) return;
        row_pointer_ = this->upload(a.row_pointer.data(), a.rows + 1, "row_pointer");
        column_ = this->upload(a.column.data(), a.nonzeros, "column");
        value_ = this->upload(a.value.data(), a.nonzeros, "value");
        const auto make = [&](cusparseSpMatDescr_t* matrix) {
            return cusparseCreateCsr(matrix, a.rows, a.cols, a.nonzeros, row_pointer_.data(), column_.data(),
                                     value_.data(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                                     cuda_type<T>);
        };
        this->offer("CSR_ALG1", CUSPARSE_SPMV_CSR_ALG1, make);
        this->offer("CSR_ALG2", CUSPARSE_SPMV_CSR_ALG2, make);
        this->keep_fastest(timer);
    }

private:
    cuda::Buffer<int> row_pointer_, column_;
    cuda::Buffer<T> value_;
};

template <class T> class CusparseCoo final : public CusparseSpmv<T> {
public:
    CusparseCoo(std::shared_ptr<cuda::Device> device, cuda::Timer& timer, std::shared_ptr<const HostFormat> format)
        : CusparseSpmv<T>(std::move(device), std::move(format)) {
        const auto& a = *static_cast<const Coo<T>*>(this->format_->object());
        if (a.nonzeros == 0) return;
        row_ = this->upload(a.row.data(), a.nonzeros, "row");
        column_ = this->upload(a.column.data(), a.nonzeros, "column");
        value_ = this->upload(a.value.data(), a.nonzeros, "value");
        const auto make = [&](cusparseSpMatDescr_t* matrix) {
            return cusparseCreateCoo(matrix, a.rows, a.cols, a.nonzeros, row_.data(), column_.data(), value_.data(),
                                     CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, cuda_type<T>);
        };
        this->offer("COO_ALG1", CUSPARSE_SPMV_COO_ALG1, make);
        this->offer("COO_ALG2", CUSPARSE_SPMV_COO_ALG2, make);
        this->keep_fastest(timer);
    }

private:
    cuda::Buffer<int> row_, column_;
    cuda::Buffer<T> value_;
};

} // namespace

std::unique_ptr<Bound> bind_cusparse_csr(const CudaPlace& place, const BindRequest& request) {
    return bind_vendor<CusparseCsr>(place, request);
}

std::unique_ptr<Bound> bind_cusparse_coo(const CudaPlace& place, const BindRequest& request) {
    return bind_vendor<CusparseCoo>(place, request);
}

} // namespace warploom::kernels
