#pragma once

#include "app/advice/row_figures.h"
#include "engine/matrix/csr_matrix.h"
#include "kernels/operations/operation.h"

#include <string>
#include <vector>

namespace warploom::app {

/// What decides the time of a product, seen in a few passes over the rows and samples of the columns: sizes, lengths of rows, how
/// lanes would be used, how far apart neighbours look for x, and how soon they look at the same place again.
struct MatrixFeatures {
    std::vector<double> values; ///< in the order of names(); logarithms to base 2 where a figure may be any size
    double scatter = 0;         ///< sectors of x that 32 neighbouring entries need, over 32
    double scatter_of_rows = 0; ///< the same of 32 neighbouring rows, at one of their entries
    double far_sectors = 0;     ///< distinct sectors of x of 131,072 neighbouring entries, an entry

    static const std::vector<std::string>& names();
    double value(const std::string& name) const;
};

/// What any GPU of today takes about for so many bytes. Times are learned as multiples of it.
double plain_ns(double bytes);

MatrixFeatures matrix_features(const CsrMatrix& matrix, const RowFigures& rows, Precision precision);

} // namespace warploom::app
