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

/// Switches for the optimizations of the tiled AᵀA kernel (AᵀA report, section 3.4).
struct AtaSwitches {
    /// If set, tiles are 48 x 48, with 3 x 3 results per thread; otherwise, 16 x 16 with one result per thread.
    bool registers = true;
    bool prefetch = true; ///< loads the next slice into registers while multiplying the current one
    /// Unused elements after each row of the tile in shared memory, so that rows start in different banks; 0 for none.
    int padding = 1;
    bool unroll = true;    ///< unrolls the loop over the rows of a slice
    bool symmetric = true; ///< computes only half of the blocks and mirrors their results
    bool operator==(const AtaSwitches&) const = default;
};

/// Maximum number of padding elements. The report found the best value by experiment (section 3.4.1).
constexpr int widest_padding = 16;

/// A parsed AᵀA kernel name. `tiled` turns on all switches, `tiled@none` turns off all switches, and
/// `tiled@registers+padding` turns on only these two. `padding=5` sets the number of padding elements (0 to
/// widest_padding). Other kernels have no switches. Errors: "kernel.switch" for an unknown switch, an invalid padding
/// size, or a kernel without switches.
struct AtaKernelName {
    std::string kernel; ///< kernel ID, such as `tiled`
    AtaSwitches switches;
};
AtaKernelName parse_ata_kernel(const std::string& name);
std::string to_string(const AtaKernelName&);

/// Name of the kernel parameter for A in column-major order.
constexpr const char* columns_of_a = "A_by_columns";
/// Returns whether a kernel has a parameter named `columns_of_a` and therefore reads A in column-major order. Read
/// kernel files with find_kernel_file first.
bool reads_columns(const std::string& kernel);
/// Returns the elements of A in column-major order: a(i, j) is at j * rows + i.
inline std::vector<double> by_columns(const DenseMatrix& a) {
    std::vector<double> turned(a.value.size());
    for (std::int64_t i = 0; i < a.rows; ++i)
        for (std::int64_t j = 0; j < a.cols; ++j) turned[j * a.rows + i] = a.value[i * a.cols + j];
    return turned;
}

class BoundAta;

/// The input of C = AᵀA. A is m x n in row-major order, and C is n x n. The kernel keeps a single copy of A.
struct AtaInput {
    static constexpr Operation operation = Operation::ata;
    using Bound = BoundAta;
    static constexpr const char* not_shared = sentence_pattern("The product AᵀA runs on a single GPU only.");

    std::shared_ptr<const DenseMatrix> a;
    Precision precision = Precision::float64;
    AtaSwitches switches;
    int threads = 0; ///< number of threads of host kernels; 0 for one per core
};

class BoundAta : public Bound {
public:
    /// Returns the n x n elements of C, computed in the kernel's precision.
    virtual std::vector<double> c() const = 0;
    /// Copies C to an existing array, because allocating several gigabytes takes longer than copying them.
    virtual void read_c(std::vector<double>& into) const { into = c(); }
    /// Returns a hash of all bits of C and their positions, computed on the device that stores C. Returns std::nullopt
    /// if C is already in host memory.
    virtual std::optional<std::uint64_t> fingerprint() const { return std::nullopt; }
};

/// Checks whether host memory is sufficient for C and, if needed, a copy of A. Errors: "memory.limit" with the required
/// size.
void require_ata_memory(const AtaInput& input, bool copies_a);

/// Returns the number of useful operations, m n (n + 1). Kernels may perform more.
double ata_flops(std::int64_t rows, std::int64_t cols);

} // namespace warploom::kernels
