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

/// The optimizations of the tiled kernel of the AᵀA report, which can be switched off individually (section 3.4 of the
/// report).
struct AtaSwitches {
    bool registers = true; ///< a 48 x 48 tile with 3 x 3 results per thread; otherwise 16 x 16 with one each
    bool prefetch = true;  ///< load the next tile into registers while the current one is being multiplied
    int padding = 1;       ///< gap after each row of the tile, so that rows start in different banks; 0 for none
    bool unroll = true;    ///< unroll the loop over the tile
    bool symmetric = true; ///< compute half of the blocks and write the other half as their mirror image
    bool operator==(const AtaSwitches&) const = default;
};

/// The largest padding that can be tried. The report found the best size by experiment (section 3.4.1).
constexpr int widest_padding = 16;

/// Parses a kernel name with switches. `tiled` has all switches on, and `tiled@none` has none;
/// `tiled@registers+padding` has the named ones, and `padding=5` sets the size, from 0 to widest_padding. Other kernels
/// have no switches. Errors: "kernel.switch", with the list of switches, the message that this kernel has none, or the
/// valid sizes of padding.
struct AtaKernelName {
    std::string kernel; ///< `tiled`
    AtaSwitches switches;
};
AtaKernelName parse_ata_kernel(const std::string& name);
std::string to_string(const AtaKernelName&);

/// The name of the parameter for A in column-major order.
constexpr const char* columns_of_a = "A_by_columns";
/// Returns whether this kernel reads A in column-major order, that is, has a parameter of that name. Files must have
/// been read by find_kernel_file.
bool reads_columns(const std::string& kernel);
/// Returns A in column-major order: a(i, j) is at j * rows + i.
inline std::vector<double> by_columns(const DenseMatrix& a) {
    std::vector<double> turned(a.value.size());
    for (std::int64_t i = 0; i < a.rows; ++i)
        for (std::int64_t j = 0; j < a.cols; ++j) turned[j * a.rows + i] = a.value[i * a.cols + j];
    return turned;
}

class BoundAta;

/// The input of C = AᵀA. A is m x n in row-major order, C is n x n. The kernel's memory holds one copy of A.
struct AtaInput {
    static constexpr Operation operation = Operation::ata;
    using Bound = BoundAta;
    static constexpr const char* not_shared = sentence_pattern("The product AᵀA runs on a single GPU only.");

    std::shared_ptr<const DenseMatrix> a;
    Precision precision = Precision::float64;
    AtaSwitches switches;
    int threads = 0; ///< number of threads of host kernels; 0 for all cores
};

class BoundAta : public Bound {
public:
    /// Returns all of C, n x n, computed in the kernel's precision.
    virtual std::vector<double> c() const = 0;
    /// Copies C to an existing array. Allocating gigabytes takes longer than copying them.
    virtual void read_c(std::vector<double>& into) const { into = c(); }
    /// Returns a hash of all bits of C and their positions, computed where C is stored. Returns nothing if C is in host
    /// memory anyway.
    virtual std::optional<std::uint64_t> fingerprint() const { return std::nullopt; }
};

/// Checks the memory for C, and for a copy of A if needed, on machines that use the host's memory. Errors:
/// "memory.limit" with the size.
void require_ata_memory(const AtaInput& input, bool copies_a);

/// Returns 2 m n (n + 1) / 2, the useful operations, whatever else a kernel computes.
double ata_flops(std::int64_t rows, std::int64_t cols);

} // namespace warploom::kernels
