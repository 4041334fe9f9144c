#pragma once

#include "engine/generators/dense_matrix.h"
#include "engine/sentence.h"
#include "kernels/operations/bound.h"
#include "kernels/operations/operation.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warploom::kernels {

/// The steps by which the tiled kernel of the AᵀA report came to be, each to be left out (section 3.4 there).
struct AtaSwitches {
    bool registers = true; ///< a 48 x 48 tile with 3 x 3 results a thread; without: 16 x 16 and one
    bool prefetch = true;  ///< the next tile is on its way to registers while this one is multiplied
    int padding = 1;       ///< places left free behind each row of the tile, so that rows start in other banks; 0: none
    bool unroll = true;    ///< the loop over the tile is laid out flat
    bool symmetric = true; ///< half of the blocks; the other half is written as their mirror
    bool operator==(const AtaSwitches&) const = default;
};

/// The report found the size of the padding by trying (section 3.4.1): so many places can be tried here.
constexpr int widest_padding = 16;

/// `tiled` has all switches on; `tiled@none` has none; `tiled@registers+padding` has those named, and `padding=5` is
/// one of five places, 0 to widest_padding. Other kernels have no switches. Errors: "kernel.switch" with the list of
/// switches, that this kernel has none, or which sizes of padding there are.
struct AtaKernelName {
    std::string kernel; ///< `tiled`
    AtaSwitches switches;
};
AtaKernelName parse_ata_kernel(const std::string& name);
std::string to_string(const AtaKernelName&);

/// Name of the parameter with A in column-major order.
constexpr const char* columns_of_a = "A_by_columns";
/// Whether this kernel wants A column by column: its text has a parameter of that name. A file was read before
/// (find_kernel_file).
bool reads_columns(const std::string& kernel);
/// Returns A in column-major order: a(i, j) is at j * rows + i.
inline std::vector<double> by_columns(const DenseMatrix& a) {
    std::vector<double> turned(a.value.size());
    for (std::int64_t i = 0; i < a.rows; ++i)
        for (std::int64_t j = 0; j < a.cols; ++j) turned[j * a.rows + i] = a.value[i * a.cols + j];
    return turned;
}

class BoundAta;

/// The input of C = AᵀA. There is one copy of A in the kernel's memory; A is m x n in row-major order, C is n x n.
struct AtaInput {
    static constexpr Operation operation = Operation::ata;
    using Bound = BoundAta;
    static constexpr const char* not_shared = mark_sentence("The product AᵀA runs on a single GPU only.");

    std::shared_ptr<const DenseMatrix> a;
    Precision precision = Precision::float64;
    AtaSwitches switches;
    int threads = 0; ///< host kernels: how many; 0: all cores
};

class BoundAta : public Bound {
public:
    /// All of C, n x n, in the precision of the kernel (float or double elements as `precision` says).
    virtual std::vector<double> c() const = 0;
    /// c() into an array that may be there already: fresh memory for gigabytes takes longer than bringing them.
    virtual void read_c(std::vector<double>& into) const { into = c(); }
    /// Returns a hash of all bits of C and their positions, computed where C is stored; nothing if C is in host memory
    /// anyway.
    virtual std::optional<std::uint64_t> fingerprint() const { return std::nullopt; }
};

/// For machines that use the host's memory: C, and a copy of A where one is made. Errors: "memory.limit" with the
/// figure.
void require_ata_memory(const AtaInput& input, bool copies_a);

/// 2 m n (n + 1) / 2 useful operations, whatever a kernel does beside them.
double ata_flops(std::int64_t rows, std::int64_t cols);

} // namespace warploom::kernels
