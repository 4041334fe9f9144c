#pragma once

#include "app/advice/row_figures.h"
#include "engine/matrix/csr_matrix.h"
#include "kernels/operations/operation.h"

#include <string>
#include <vector>

namespace warploom::app {

/// The features of a matrix that determine the time of a product, computed in a few passes over the rows and samples of
/// the columns.
///
/// | feature | what it tells |
/// | --- | --- |
/// | size | the bytes of the product beside the start of a kernel |
/// | rows | the threads or warps that there are |
/// | longest | entries of the longest row |
/// | by_threads, by_warps | turns of all lanes an entry, where a thread or a warp takes a row: lanes that wait |
/// | thread_waits | one thread that takes the longest row, beside the whole product |
/// | near_x | sectors of x that 4,096 neighboring entries need, beside all bytes: what L1 does not give again |
/// | gather | sectors of x that 32 neighboring entries need, beside all bytes: requests |
/// | x_in_l2 | x beside an L2 |
/// | in_long_rows | share of the entries in rows much longer than the mean |
/// | block | side of the filled blocks |
struct MatrixFeatures {
    std::vector<double> values; ///< in the order of names(); logarithms to base 2, but for the share
    double scatter = 0;         ///< sectors of x that 32 neighboring entries need, over 32

    static const std::vector<std::string>& names();
    double value(const std::string& name) const;
};
/// Those of the features, by their place in names(), that decide the time of a kernel: by whether it gives rows to
/// threads and warps, shares out entries, or takes blocks. They were chosen by leaving out families of measured
/// matrices, one after another.
std::vector<int> features_of(const std::string& kernel, const std::string& format);

/// Estimates the bytes that a kernel of this format reads of a matrix: for formats whose padding is not read, at most
/// those of CSR. `format_bytes`: of all arrays.
double learned_bytes(const std::string& format, double format_bytes, const RowFigures& rows, Precision precision);
/// Returns the approximate time to transfer this many bytes on a recent GPU. Learned times are multiples of it.
double plain_ns(double bytes);

MatrixFeatures matrix_features(const CsrMatrix& matrix, const RowFigures& rows, Precision precision);

} // namespace warploom::app
