#pragma once

#include "engine/matrix/density.h"
#include "ui/pages/matrix/spy/spy_frame.h"
#include "ui/pages/matrix/spy/spy_image.h"
#include "ui/session/session.h"

#include <QPainter>
#include <QString>

#include <optional>

namespace warploom::ui {

// Paints a spy plot independently of widgets, so that the screen, print and tests use the same code.

/// Returns the value stored at a position of the matrix, or std::nullopt if none is stored.
std::optional<double> storedValue(const CsrMatrix& matrix, std::int64_t row, std::int64_t col);

/// Returns the first nonzero in row order inside a window. The result is invalid if there is none.
HoveredNonzero firstNonzeroIn(const CsrMatrix& matrix, const MatrixWindow& window);
/// Returns the number of nonzeros in a window, counted row by row.
std::int64_t nonzerosIn(const CsrMatrix& matrix, const MatrixWindow& window);

/// The size of cells in pixels from which they are drawn individually and explicit zeros are marked.
constexpr double cellsFrom = 7.0;
bool cellsVisible(const SpyFrame& frame);
/// Returns whether cells are large enough to show values in this font.
bool valuesVisible(const SpyFrame& frame, const QFontMetricsF& metrics);

/// Paints the canvas, the border of the matrix, and the nonzeros, either as images (`detail` on top of `overview`) or
/// as individual cells. Both images may be null.
void paintSpy(QPainter& painter, const SpyFrame& frame, const CsrMatrix& matrix, const SpyImage* detail,
              const SpyImage* overview, const Colours& colours);

/// Paints the color scale from one nonzero to the fullest cell, with labels.
void paintLegend(QPainter& painter, const QRectF& area, const SpyImage& image, const Colours& colours);
QString legendUnit(const SpyImage& image); ///< for example "nonzeros in each square of about 12 x 12"

/// Describes the contents of a pixel: row, column and value, or rows, columns and density. If a pixel contains too many
/// rows to count while the mouse is moving, the pyramid gives an approximation, which is marked with "about".
QString describePixel(const SpyFrame& frame, const CsrMatrix& matrix, const QPointF& pixel,
                      const DensityPyramid* pyramid = nullptr);
/// Returns the rows and columns that a pixel covers (at least one cell), or std::nullopt outside the matrix.
std::optional<MatrixWindow> cellsUnder(const SpyFrame& frame, const QPointF& pixel);

} // namespace warploom::ui
