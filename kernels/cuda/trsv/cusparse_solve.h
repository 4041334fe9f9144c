#pragma once

#include "kernels/cuda/spmv/cusparse_spmv.h"
#include "kernels/cuda/spmv/device_csr.h"

#include <utility>

namespace warploom::kernels {

/// Solves a triangular system for x with cuSPARSE's SpSV. The matrix includes its diagonal. All arrays are in device
/// memory.
template <class T> class CusparseSolve {
public:
    CusparseSolve(CusparseHandle handle, const DeviceCsr<T>& triangle, bool is_lower, const T* b, T* x)
        : handle_(std::move(handle)) {
        auto& o = operands_;
        WARPLOOM_CUSPARSE_CHECK(cusparseCreateCsr(
            &o.matrix, triangle.rows, triangle.cols, triangle.nonzeros, const_cast<int*>(triangle.row_pointer),
            const_cast<int*>(triangle.column), const_cast<T*>(triangle.value), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
            CUSPARSE_INDEX_BASE_ZERO, cuda_type<T>)); // the right-hand side is read-only
        cusparseFillMode_t fill = is_lower ? CUSPARSE_FILL_MODE_LOWER : CUSPARSE_FILL_MODE_UPPER;
        cusparseDiagType_t diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;
        WARPLOOM_CUSPARSE_CHECK(cusparseSpMatSetAttribute(o.matrix, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
        WARPLOOM_CUSPARSE_CHECK(
            cusparseSpMatSetAttribute(o.matrix, CUSPARSE_SPMAT_DIAG_TYPE, &diagonal, sizeof diagonal));
        o.set_vectors(b, triangle.rows, x, triangle.rows);
        WARPLOOM_CUSPARSE_CHECK(cusparseSpSV_createDescr(&solve_));
        WARPLOOM_CUSPARSE_CHECK(cusparseSpSV_bufferSize(handle_.get(), plainly, &o.one, o.matrix, o.x, o.y,
                                                        cuda_type<T>, CUSPARSE_SPSV_ALG_DEFAULT, solve_, &bytes_));
        o.take_buffer(bytes_);
    }
    ~CusparseSolve() {
        if (solve_ != nullptr) cusparseSpSV_destroyDescr(solve_);
    }
    CusparseSolve(const CusparseSolve&) = delete;
    CusparseSolve& operator=(const CusparseSolve&) = delete;

    /// Analyzes the matrix, once before the first solve.
    void analyse() {
        auto& o = operands_;
        WARPLOOM_CUSPARSE_CHECK(cusparseSpSV_analysis(handle_.get(), plainly, &o.one, o.matrix, o.x, o.y, cuda_type<T>,
                                                      CUSPARSE_SPSV_ALG_DEFAULT, solve_, o.buffer.data()));
    }
    void enqueue() {
        auto& o = operands_;
        WARPLOOM_CUSPARSE_CHECK(cusparseSpSV_solve(handle_.get(), plainly, &o.one, o.matrix, o.x, o.y, cuda_type<T>,
                                                   CUSPARSE_SPSV_ALG_DEFAULT, solve_));
    }
    /// Returns the size in bytes of cuSPARSE's workspace.
    std::size_t buffer_bytes() const { return bytes_; }

private:
    static constexpr auto plainly = CUSPARSE_OPERATION_NON_TRANSPOSE;
    CusparseHandle handle_;
    CusparseOperands<T> operands_;
    cusparseSpSVDescr_t solve_ = nullptr; ///< refers to the workspace in operands_
    std::size_t bytes_ = 0;
};

} // namespace warploom::kernels
