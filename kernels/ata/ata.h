#pragma once

#include "engine/matrix/dense_matrix.h"
#include "kernels/machine/bound.h"
#include "kernels/machine/operation.h"
#include "kernels/machine/precision.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace warploom::kernels {

/// The steps by which the tiled kernel of the AᵀA report came to be, each to be left out (section 3.4 there).
struct AtaSwitches {
    bool registers = true; ///< a 48 x 48 tile with 3 x 3 results a thread; without: 16 x 16 and one
    bool prefetch = true;  ///< the next tile is on its way to registers while this one is multiplied
    bool padding = true;   ///< rows of the tile in shared memory start in other banks
    bool unroll = true;    ///< the loop over the tile is laid out flat
    bool symmetric = true; ///< half of the blocks; the other half is written as their mirror
    bool operator==(const AtaSwitches&) const = default;
};

/// `tiled` has all switches on; `tiled@none` has none; `tiled@registers+padding` has those named. Other kernels have no
/// switches. Errors: "kernel.switch" with the list of switches, or that this kernel has none.
struct AtaKernelName {
    std::string kernel; ///< `tiled`
    AtaSwitches switches;
};
AtaKernelName parse_ata_kernel(const std::string& name);
std::string to_string(const AtaKernelName&);

class BoundAta;

/// What C = AᵀA is bound to. One copy of A where the kernel runs; A is m x n, row by row; C is n x n.
struct AtaInput {
    static constexpr Operation operation = Operation::ata;
    using Bound = BoundAta;
    static constexpr const char* not_shared = "computes one AᵀA, which is not shared out among GPUs";

    std::shared_ptr<const DenseMatrix> a;
    Precision precision = Precision::float64;
    AtaSwitches switches;
    int threads = 0; ///< host kernels: how many; 0: all cores
};

class BoundAta : public Bound {
public:
    /// Fills C with NaN, so that an entry nobody writes is seen.
    virtual void poison_c() = 0;
    /// All of C, n x n, in the precision of the kernel (float or double elements as `precision` says).
    virtual std::vector<double> c() const = 0;
};

/// For machines that use the host's memory: C, and a copy of A where one is made. Errors: "memory.limit" with the figure.
void require_ata_memory(const AtaInput& input, bool copies_a);

/// 2 m n (n + 1) / 2 useful operations, whatever a kernel does beside them.
double ata_flops(std::int64_t rows, std::int64_t cols);

} // namespace warploom::kernels
