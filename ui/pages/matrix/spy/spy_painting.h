#pragma once

#include "engine/matrix/density.h"
#include "ui/pages/matrix/spy/spy_frame.h"
#include "ui/pages/matrix/spy/spy_image.h"
#include "ui/session/session.h"

#include <QPainter>
#include <QString>

#include <optional>

namespace warploom::ui {

// How a matrix is painted and read off a frame; nothing here knows of widgets, so that screen, paper and tests share
// it.

/// Returns the value stored at a position of the matrix, or nothing if none is stored.
std::optional<double> storedValue(const CsrMatrix& matrix, std::int64_t row, std::int64_t col);

/// The first nonzero (in row order) inside a window, if there is one.
HoveredNonzero firstNonzeroIn(const CsrMatrix& matrix, const MatrixWindow& window);
/// How many nonzeros a window holds, counted one row after the other.
std::int64_t nonzerosIn(const CsrMatrix& matrix, const MatrixWindow& window);

/// Cells are drawn one by one, with explicit zeros marked apart, once they are this many pixels wide and high.
constexpr double cellsFrom = 7.0;
bool cellsVisible(const SpyFrame& frame);
/// Values are printed once a cell holds a short number in this font.
bool valuesVisible(const SpyFrame& frame, const QFontMetricsF& metrics);

/// Canvas, border of the matrix, and either `detail` (over `overview`, wherever `detail` does not reach) or the single
/// cells. Both images may be null.
void paintSpy(QPainter& painter, const SpyFrame& frame, const CsrMatrix& matrix, const SpyImage* detail,
              const SpyImage* overview, const Colours& colours);

/// The strip from one nonzero to the fullest cell, with its labels. Draws into `area`.
void paintLegend(QPainter& painter, const QRectF& area, const SpyImage& image, const Colours& colours);
QString legendUnit(const SpyImage& image); ///< "nonzeros in each square of about 12 x 12"

/// One line on the contents of a pixel: row, column and value, or rows, columns and density.
/// With a pyramid, pixels that hold too many rows to be counted while a mouse moves are said by it, with "about".
QString describePixel(const SpyFrame& frame, const CsrMatrix& matrix, const QPointF& pixel,
                      const DensityPyramid* pyramid = nullptr);
/// The rows and columns that one pixel covers (at least one cell); empty beside the matrix.
std::optional<MatrixWindow> cellsUnder(const SpyFrame& frame, const QPointF& pixel);

} // namespace warploom::ui
