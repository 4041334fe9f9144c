#include "engine/sentence.h"
#include "kernels/cpu/entries.h"
#include "kernels/cpu/host_spmv.h"
#include "kernels/formats/csr.h"

#define EIGEN_DONT_PARALLELIZE // measure the library on one core
#include <Eigen/SparseCore>

namespace warploom::kernels {

namespace {

struct EigenCsr {
    static constexpr KernelInfo info{
        "eigen-csr",
        "csr",
        sentence_pattern("Eigen, row-major sparse matrix"),
        sentence_pattern("The sparse matrix-vector product of the Eigen library, on one core."),
        "library peer",
        RunsOn::host};
    template <class T> using Format = Csr<T>;
    template <class T> using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;

    template <class T> static void run(const Format<T>& a, const T* x, T* y) {
        // Let Eigen use the CSR arrays in place.
        const Eigen::Map<const Eigen::SparseMatrix<T, Eigen::RowMajor, int>> matrix(
            a.rows, a.cols, a.nonzeros, a.row_pointer.data(), a.column.data(), a.value.data());
        const Eigen::Map<const Vector<T>> in(x, a.cols);
        Eigen::Map<Vector<T>> out(y, a.rows);
        out.noalias() = matrix * in;
    }
};

} // namespace

HostEntry eigen_csr_entry() { return host_spmv_entry<EigenCsr>(); }

} // namespace warploom::kernels
