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
    static const std::vector<KernelInfo> tridiagonal{};
    static const std::vector<KernelInfo> ata{};
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
