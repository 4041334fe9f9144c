#include "kernels/cuda/spmv/cusparse_spmv.h"
#include "kernels/cuda/spmv/cusparse_spmvop.h"
#include "kernels/formats/coo.h"
#include "kernels/formats/csr.h"

namespace warploom::kernels {

namespace {

/// The cuSPARSE algorithms for y = A x in CSR. SpMVOp belongs to a separate kernel, because it is experimental and
/// turns infinities into NaN.
enum class CsrCalls { spmv, alg1, alg2, spmvop };

template <class T, CsrCalls calls> class CusparseCsr final : public CusparseSpmv<T> {
public:
    CusparseCsr(std::shared_ptr<cuda::Device> device, cuda::Timer& timer, std::shared_ptr<const HostFormat> format)
        : CusparseSpmv<T>(std::move(device), std::move(format)) {
        const auto& a = *static_cast<const Csr<T>*>(this->format_->object());
        if (calls == CsrCalls::spmvop) SpmvOp::require();
        if (a.nonzeros == 0) return;
        row_pointer_ = this->upload(a.row_pointer.data(), a.rows + 1, "row_pointer");
        column_ = this->upload(a.column.data(), a.nonzeros, "column");
        value_ = this->upload(a.value.data(), a.nonzeros, "value");
        const auto make = [&](cusparseSpMatDescr_t* matrix) {
            return cusparseCreateCsr(matrix, a.rows, a.cols, a.nonzeros, row_pointer_.data(), column_.data(),
                                     value_.data(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                                     cuda_type<T>);
        };
        if (calls == CsrCalls::spmv || calls == CsrCalls::alg1) this->offer("CSR_ALG1", CUSPARSE_SPMV_CSR_ALG1, make);
        if (calls == CsrCalls::spmv || calls == CsrCalls::alg2) this->offer("CSR_ALG2", CUSPARSE_SPMV_CSR_ALG2, make);
        if (calls == CsrCalls::spmvop)
            for (const int algorithm : {1, 2})
                this->offer(
                    [&] { return spmvop_way<T>(*this->device_, this->handle(), algorithm, make, this->x_, this->y_); });
        this->keep_fastest(timer);
    }

private:
    cuda::Buffer<int> row_pointer_, column_;
    cuda::Buffer<T> value_;
};
template <class T> using CusparseBestCsr = CusparseCsr<T, CsrCalls::spmv>;
template <class T> using CusparseCsrAlg1 = CusparseCsr<T, CsrCalls::alg1>;
template <class T> using CusparseCsrAlg2 = CusparseCsr<T, CsrCalls::alg2>;
template <class T> using CusparseSpmvOp = CusparseCsr<T, CsrCalls::spmvop>;

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

CudaEntry::Bind* const bind_cusparse_csr = bind_vendor<CusparseBestCsr>;
CudaEntry::Bind* const bind_cusparse_csr_alg1 = bind_vendor<CusparseCsrAlg1>;
CudaEntry::Bind* const bind_cusparse_csr_alg2 = bind_vendor<CusparseCsrAlg2>;
CudaEntry::Bind* const bind_cusparse_spmvop = bind_vendor<CusparseSpmvOp>;
CudaEntry::Bind* const bind_cusparse_coo = bind_vendor<CusparseCoo>;

} // namespace warploom::kernels
