#include "kernels/vendor_kernels.h"

namespace warploom::kernels {

const std::vector<KernelInfo>& vendor_kernels(Operation operation) {
    static const std::vector<KernelInfo> spmv{
        {"cusparse-csr", "csr", "cuSPARSE, CSR",
         "The vendor's library on CSR: the best of its algorithms, preprocessed.", "library peer", RunsOn::cuda},
        {"cusparse-coo", "coo", "cuSPARSE, COO",
         "The vendor's library on COO: the best of its algorithms, preprocessed.", "library peer", RunsOn::cuda},
        {"cusparse-bsr", "bcsr", "cuSPARSE, BSR", "The vendor's library on dense blocks, rebuilt as its own BSR.",
         "library peer", RunsOn::cuda},
        {"cusparse-sell", "sell", "cuSPARSE, sliced ELL", "The vendor's library on sliced ELL.", "library peer",
         RunsOn::cuda},
    };
    static const std::vector<KernelInfo> tridiagonal{
        {"cusparse-gtsv2", "arrays", "cuSPARSE, gtsv2",
         "The vendor's solver with pivoting. It overwrites the right-hand side, so the time holds a copy of it.",
         "library peer", RunsOn::cuda, false},
        {"cusparse-gtsv2-nopivot", "arrays", "cuSPARSE, gtsv2 without pivoting",
         "The vendor's mixture of CR and PCR. It overwrites the right-hand side, so the time holds a copy of it.",
         "library peer", RunsOn::cuda, false},
    };
    static const std::vector<KernelInfo> ata{
        {"tensor-core", "dense", "FP64 tensor cores",
         "128 x 128 tiles of one triangle by matrix instructions, four slices of A on their way; writes the mirror "
         "too.",
         "reference", RunsOn::cuda, false},
        {"cublas-dgemm", "dense", "cuBLAS, dgemm", "The vendor's product of two matrices, which knows no symmetry.",
         "AᵀA report, section 1; library peer", RunsOn::cuda, false},
        {"cublas-dsyrk", "dense", "cuBLAS, dsyrk",
         "The vendor's product of a matrix with itself: one triangle; its mirror is ours.", "library peer",
         RunsOn::cuda, false},
    };
    static const std::vector<KernelInfo> none{};
    switch (operation) {
    case Operation::spmv: return spmv;
    case Operation::tridiagonal: return tridiagonal;
    case Operation::ata: return ata;
    case Operation::cg: return none; // its methods stand together, see kernels/cg/methods.h
    }
    return none;
}

} // namespace warploom::kernels
