#include "engine/sentence.h"
#include "kernels/cuda/cg/cuda_cg.h"
#include "kernels/cuda/cg/waiting_solves.h"
#include "kernels/cuda/trsv/cusparse_solve.h"
#include "kernels/formats/arrays.h"
#include "kernels/preconditioners/incomplete_cholesky.h"

#include <optional>
#include <string>
#include <vector>

namespace warploom::kernels {

namespace {

/// A triangular matrix in CSR with 4-byte indices.
template <class T> struct Triangle {
    std::vector<int> row_pointer, column;
    std::vector<T> value;
};

template <class T> Triangle<T> triangle(const IncompleteCholesky& l) {
    return {{l.row_pointer.begin(), l.row_pointer.end()}, l.column, {l.value.begin(), l.value.end()}};
}

/// Solves one triangular system with cuSPARSE: out = triangle⁻¹ in.
template <class T> class Solve {
public:
    Solve(const cuda::Device& device, const CusparseHandle& handle, const Triangle<T>& triangle, bool is_lower,
          const T* in, T* out)
        : row_pointer_(static_cast<std::int64_t>(triangle.row_pointer.size()), "row_pointer"),
          column_(static_cast<std::int64_t>(triangle.column.size()), "column"),
          value_(static_cast<std::int64_t>(triangle.value.size()), "value") {
        const cudaStream_t stream = device.stream();
        row_pointer_.upload(triangle.row_pointer.data(), row_pointer_.size(), stream);
        column_.upload(triangle.column.data(), column_.size(), stream);
        value_.upload(triangle.value.data(), value_.size(), stream);
        DeviceCsr<T> on_device;
        on_device.rows = on_device.cols = static_cast<int>(row_pointer_.size()) - 1;
        on_device.nonzeros = static_cast<int>(value_.size());
        on_device.row_pointer = row_pointer_.data();
        on_device.column = column_.data();
        on_device.value = value_.data();
        solve_.emplace(handle, on_device, is_lower, in, out);
        solve_->analyse();
    }
    void enqueue() { solve_->enqueue(); }

private:
    cuda::Buffer<int> row_pointer_, column_;
    cuda::Buffer<T> value_;
    std::optional<CusparseSolve<T>> solve_;
};

/// Computes z = (L Lᵀ)⁻¹ r with triangular solves by cuSPARSE.
template <class T> struct LibrarySolves {
    LibrarySolves(std::shared_ptr<cuda::Device> d, const IncompleteCholesky& l, const T* r, T* z)
        : device(std::move(d)), handle(cusparse_on(*device)), between(l.rows(), "L⁻¹ r"),
          forward(*device, handle, triangle<T>(l), true, r, between.data()),
          backward(*device, handle, triangle<T>(transposed(l, false)), false, between.data(), z) {}

    std::shared_ptr<cuda::Device> device;
    CusparseHandle handle;
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
    return parts_->waiting ? sentence("triangular solves: rows wait for each other, {levels} levels",
                                      {{"levels", parts_->waiting->levels()}})
                           : sentence("triangular solves by cuSPARSE");
}

template class CudaTriangularSolves<float>;
template class CudaTriangularSolves<double>;

} // namespace warploom::kernels
