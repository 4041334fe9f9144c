#pragma once

#include "app/advice/row_figures.h"
#include "engine/matrix/csr_matrix.h"
#include "kernels/operations/operation.h"

#include <string>
#include <vector>

namespace warploom::app {

/// The features of a matrix that determine the time of an SpMV kernel. They are computed in a few passes over the rows
/// and samples of the columns.
///
/// | feature | meaning |
/// | --- | --- |
/// | size | bytes of the product relative to the launch overhead of a kernel |
/// | rows | available threads or warps |
/// | longest | entries of the longest row |
/// | by_threads, by_warps | iterations of all lanes per entry with one thread or warp per row; measures idle lanes |
/// | thread_waits | time that one thread takes for the longest row, relative to the whole product |
/// | near_x | bytes of the sectors of x in 4,096 consecutive entries, relative to all bytes; measures misses in L1 |
/// | gather | bytes of the sectors of x in 32 consecutive entries, relative to all bytes; measures requests |
/// | x_in_l2 | size of x relative to an L2 cache |
/// | in_long_rows | fraction of the entries in rows much longer than the mean |
/// | block | size of the dense blocks that the nonzeros form |
struct MatrixFeatures {
    std::vector<double> values; ///< features in the order of names(): base-2 logarithms, except for in_long_rows
    double scatter = 0;         ///< mean number of sectors of x accessed by 32 consecutive entries, divided by 32

    static const std::vector<std::string>& names();
    double value(const std::string& name) const;
};
/// Returns the features that determine the time of a kernel, as indices into names(). They depend on whether the kernel
/// maps rows to threads or to warps, distributes entries, or uses blocks. The features were selected by
/// leave-one-family-out cross-validation on measured matrices.
std::vector<int> features_of(const std::string& kernel, const std::string& format);

/// Estimates the number of bytes that a kernel reads from a matrix in the given format. If the kernel skips padding,
/// the estimate is at most the number of bytes of the product in CSR. `format_bytes` is the total size of the format's
/// arrays.
double learned_bytes(const std::string& format, double format_bytes, const RowFigures& rows, Precision precision);
/// Returns the approximate time in nanoseconds to transfer this many bytes to or from the memory of a recent GPU.
/// Learned times are stored as a ratio to this time.
double plain_ns(double bytes);

MatrixFeatures matrix_features(const CsrMatrix& matrix, const RowFigures& rows, Precision precision);

} // namespace warploom::app
