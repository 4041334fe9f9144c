#include "kernels/cuda/cg/cuda_cg.h"
#include "kernels/cuda/cg/waiting_solves.h"
#include "kernels/cuda/spmv/cusparse_spmv.h"
#include "kernels/formats/arrays.h"
#include "kernels/preconditioners/incomplete_cholesky.h"

#include <optional>
#include <string>
#include <vector>

namespace warploom::kernels {

namespace {

/// A triangle in compressed rows with 4-byte indices.
template <class T> struct Triangle {
    std::vector<int> row_pointer, column;
    std::vector<T> value;
};

template <class T> Triangle<T> lower(const IncompleteCholesky& l) {
    return {{l.row_pointer.begin(), l.row_pointer.end()}, l.column, {l.value.begin(), l.value.end()}};
}

/// Lᵀ, so that the second solve reads rows as well.
template <class T> Triangle<T> upper(const IncompleteCholesky& l) {
    const std::int64_t n = l.rows();
    Triangle<T> u;
    u.row_pointer.assign(static_cast<std::size_t>(n) + 1, 0);
    u.column.resize(l.column.size());
    u.value.resize(l.value.size());
    for (const int column : l.column) ++u.row_pointer[column + 1];
    for (std::int64_t i = 0; i < n; ++i) u.row_pointer[i + 1] += u.row_pointer[i];
    std::vector<int> next(u.row_pointer.begin(), u.row_pointer.end() - 1);
    for (std::int64_t i = 0; i < n; ++i)
        for (std::int64_t k = l.row_pointer[i]; k < l.row_pointer[i + 1]; ++k) {
            const int place = next[l.column[k]]++;
            u.column[place] = static_cast<int>(i);
            u.value[place] = static_cast<T>(l.value[k]);
        }
    return u;
}

/// One triangular system, analysed once: out = triangle⁻¹ in.
template <class T> class Solve {
public:
    Solve(const cuda::Device& device, cusparseHandle_t handle, const Triangle<T>& triangle, bool is_lower, const T* in,
          T* out)
        : handle_(handle), row_pointer_(static_cast<std::int64_t>(triangle.row_pointer.size()), "row_pointer"),
          column_(static_cast<std::int64_t>(triangle.column.size()), "column"),
          value_(static_cast<std::int64_t>(triangle.value.size()), "value") {
        const cudaStream_t stream = device.stream();
        row_pointer_.upload(triangle.row_pointer.data(), row_pointer_.size(), stream);
        column_.upload(triangle.column.data(), column_.size(), stream);
        value_.upload(triangle.value.data(), value_.size(), stream);
        const std::int64_t n = row_pointer_.size() - 1;
        WARPLOOM_CUSPARSE_CHECK(cusparseCreateCsr(&matrix_, n, n, value_.size(), row_pointer_.data(), column_.data(),
                                                  value_.data(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                                  CUSPARSE_INDEX_BASE_ZERO, cuda_type<T>));
        cusparseFillMode_t fill = is_lower ? CUSPARSE_FILL_MODE_LOWER : CUSPARSE_FILL_MODE_UPPER;
        cusparseDiagType_t diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;
        WARPLOOM_CUSPARSE_CHECK(cusparseSpMatSetAttribute(matrix_, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof(fill)));
        WARPLOOM_CUSPARSE_CHECK(
            cusparseSpMatSetAttribute(matrix_, CUSPARSE_SPMAT_DIAG_TYPE, &diagonal, sizeof(diagonal)));
        WARPLOOM_CUSPARSE_CHECK(cusparseCreateDnVec(&in_, n, const_cast<T*>(in), cuda_type<T>)); // only read
        WARPLOOM_CUSPARSE_CHECK(cusparseCreateDnVec(&out_, n, out, cuda_type<T>));
        WARPLOOM_CUSPARSE_CHECK(cusparseSpSV_createDescr(&descriptor_));
        std::size_t bytes = 0;
        WARPLOOM_CUSPARSE_CHECK(cusparseSpSV_bufferSize(handle_, no_transpose, &one_, matrix_, in_, out_, cuda_type<T>,
                                                        CUSPARSE_SPSV_ALG_DEFAULT, descriptor_, &bytes));
        buffer_ = cuda::Buffer<char>(static_cast<std::int64_t>(bytes) + 16, "cuSPARSE's buffer");
        WARPLOOM_CUSPARSE_CHECK(cusparseSpSV_analysis(handle_, no_transpose, &one_, matrix_, in_, out_, cuda_type<T>,
                                                      CUSPARSE_SPSV_ALG_DEFAULT, descriptor_, buffer_.data()));
    }
    ~Solve() {
        if (descriptor_ != nullptr) cusparseSpSV_destroyDescr(descriptor_);
        if (matrix_ != nullptr) cusparseDestroySpMat(matrix_);
        if (in_ != nullptr) cusparseDestroyDnVec(in_);
        if (out_ != nullptr) cusparseDestroyDnVec(out_);
    }
    Solve(const Solve&) = delete;
    Solve& operator=(const Solve&) = delete;

    void enqueue() {
        WARPLOOM_CUSPARSE_CHECK(cusparseSpSV_solve(handle_, no_transpose, &one_, matrix_, in_, out_, cuda_type<T>,
                                                   CUSPARSE_SPSV_ALG_DEFAULT, descriptor_));
    }

private:
    static constexpr auto no_transpose = CUSPARSE_OPERATION_NON_TRANSPOSE;
    cusparseHandle_t handle_;
    cuda::Buffer<int> row_pointer_, column_;
    cuda::Buffer<T> value_;
    cuda::Buffer<char> buffer_;
    cusparseSpMatDescr_t matrix_ = nullptr;
    cusparseDnVecDescr_t in_ = nullptr, out_ = nullptr;
    cusparseSpSVDescr_t descriptor_ = nullptr;
    T one_ = 1;
};

std::shared_ptr<std::remove_pointer_t<cusparseHandle_t>> make_handle(const cuda::Device& device) {
    cusparseHandle_t handle = nullptr;
    WARPLOOM_CUSPARSE_CHECK(cusparseCreate(&handle));
    std::shared_ptr<std::remove_pointer_t<cusparseHandle_t>> owned(handle,
                                                                   [](cusparseHandle_t h) { cusparseDestroy(h); });
    WARPLOOM_CUSPARSE_CHECK(cusparseSetStream(handle, device.stream()));
    return owned;
}

/// By cuSPARSE.
template <class T> struct LibrarySolves {
    LibrarySolves(std::shared_ptr<cuda::Device> d, const IncompleteCholesky& l, const T* r, T* z)
        : device(std::move(d)), handle(make_handle(*device)), between(l.rows(), "L⁻¹ r"),
          forward(*device, handle.get(), lower<T>(l), true, r, between.data()),
          backward(*device, handle.get(), upper<T>(l), false, between.data(), z) {}

    std::shared_ptr<cuda::Device> device;
    std::shared_ptr<std::remove_pointer_t<cusparseHandle_t>> handle;
    cuda::Buffer<T> between;
    Solve<T> forward, backward;
};

} // namespace

template <class T> struct CudaTriangularSolves<T>::Parts {
    std::optional<LibrarySolves<T>> library;
    std::optional<WaitingSolves<T>> waiting;
};

template <class T>
CudaTriangularSolves<T>::CudaTriangularSolves(std::shared_ptr<cuda::Device> device, const CsrMatrix& a, const T* r,
                                              T* z, bool by_library)
    : parts_(std::make_unique<Parts>()) {
    const IncompleteCholesky l = incomplete_cholesky(a);
    checked_int(static_cast<std::int64_t>(l.column.size()), "entries in the factor");
    if (by_library || !WaitingSolves<T>::suits(l)) parts_->library.emplace(std::move(device), l, r, z);
    else parts_->waiting.emplace(std::move(device), l, r, z);
}
template <class T> CudaTriangularSolves<T>::~CudaTriangularSolves() = default;
template <class T> void CudaTriangularSolves<T>::enqueue() {
    if (parts_->waiting) {
        parts_->waiting->enqueue();
        return;
    }
    parts_->library->forward.enqueue();
    parts_->library->backward.enqueue();
}
template <class T> std::string CudaTriangularSolves<T>::detail() const {
    return parts_->waiting
               ? "triangles: rows wait for each other, " + std::to_string(parts_->waiting->levels()) + " levels"
               : "triangles by cuSPARSE";
}

template class CudaTriangularSolves<float>;
template class CudaTriangularSolves<double>;

} // namespace warploom::kernels
