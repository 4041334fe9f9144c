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

/// Switches for the optimizations of the tiled AᵀA kernel (AᵀA report, section 3.4). Each optimization can be disabled
/// individually.
struct AtaSwitches {
    /// If true, tiles are 48 x 48 and a thread computes 3 x 3 results; if false, tiles are 16 x 16 and a thread
    /// computes one result.
    bool registers = true;
    bool prefetch = true; ///< whether to load the next slice into registers while the current slice is being multiplied
    /// Number of unused elements after each row of the tile in shared memory, so that rows start in different banks; 0
    /// for none.
    int padding = 1;
    bool unroll = true;    ///< whether to unroll the loop over the rows of a slice
    bool symmetric = true; ///< whether to compute only half of the blocks and mirror their results
    bool operator==(const AtaSwitches&) const = default;
};

/// Maximum number of padding elements. The report found the best number by experiment (section 3.4.1).
constexpr int widest_padding = 16;

/// The parts of an AᵀA kernel name with switches. `tiled` turns all switches on, `tiled@none` turns all off,
/// `tiled@registers+padding` turns on only the named ones, and `padding=5` sets the number of padding elements, from 0
/// to widest_padding. Other kernels have no switches. Errors: "kernel.switch", with the list of switches, the valid
/// padding sizes, or a message that this kernel has no switches.
struct AtaKernelName {
    std::string kernel; ///< kernel name without switches, such as `tiled`
    AtaSwitches switches;
};
AtaKernelName parse_ata_kernel(const std::string& name);
std::string to_string(const AtaKernelName&);

/// Name of the kernel parameter that receives A in column-major order.
constexpr const char* columns_of_a = "A_by_columns";
/// Returns whether a kernel reads A in column-major order, which is the case if it has a parameter named
/// `columns_of_a`. A kernel file must first be read with find_kernel_file.
bool reads_columns(const std::string& kernel);
/// Returns the elements of A in column-major order: a(i, j) is at j * rows + i.
inline std::vector<double> by_columns(const DenseMatrix& a) {
    std::vector<double> turned(a.value.size());
    for (std::int64_t i = 0; i < a.rows; ++i)
        for (std::int64_t j = 0; j < a.cols; ++j) turned[j * a.rows + i] = a.value[i * a.cols + j];
    return turned;
}

class BoundAta;

/// The input of C = AᵀA. A is m x n in row-major order, and C is n x n. The kernel stores a single copy of A in its
/// memory.
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
    /// Returns all n x n elements of C, computed in the kernel's precision.
    virtual std::vector<double> c() const = 0;
    /// Copies C to an existing array. Allocating an array of several gigabytes takes longer than copying it.
    virtual void read_c(std::vector<double>& into) const { into = c(); }
    /// Returns a hash of all bits of C and their positions, computed on the device that stores C. Returns std::nullopt
    /// if C is already in host memory.
    virtual std::optional<std::uint64_t> fingerprint() const { return std::nullopt; }
};

/// Checks whether there is enough memory for C, and for a copy of A if needed, on machines that use host memory.
/// Errors: "memory.limit" with the required size.
void require_ata_memory(const AtaInput& input, bool copies_a);

/// Returns the number of useful operations, m n (n + 1), regardless of how many operations a kernel performs.
double ata_flops(std::int64_t rows, std::int64_t cols);

} // namespace warploom::kernels
