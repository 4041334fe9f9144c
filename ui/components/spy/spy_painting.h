#pragma once

#include "engine/matrix/density.h"
#include "ui/components/spy/spy_frame.h"
#include "ui/components/spy/spy_image.h"
#include "ui/session/session.h"

#include <QPainter>
#include <QString>

#include <optional>

namespace warploom::ui {

// Functions that paint a spy plot without a widget. They are used for the screen, for printing, and in tests.

/// Returns the value stored at a position, or std::nullopt if no entry is stored there.
std::optional<double> storedValue(const CsrMatrix& matrix, std::int64_t row, std::int64_t col);

/// Returns the first nonzero of a window in row order, or an invalid position if there is none.
HoveredNonzero firstNonzeroIn(const CsrMatrix& matrix, const MatrixWindow& window);
std::int64_t nonzerosIn(const CsrMatrix& matrix, const MatrixWindow& window);

/// Minimum cell size, in pixels, for drawing cells individually and marking explicit zeros.
constexpr double cellsFrom = 7.0;
bool cellsVisible(const SpyFrame& frame);
/// Returns whether the matrix cells are large enough to show their values in the given font.
bool valuesVisible(const SpyFrame& frame, const QFontMetricsF& metrics);

/// Paints the canvas, the border of the matrix and the nonzeros. The nonzeros are painted either from images, with
/// `detail` on top of `overview`, or as individual cells. Both images may be null.
void paintSpy(QPainter& painter, const SpyFrame& frame, const CsrMatrix& matrix, const SpyImage* detail,
              const SpyImage* overview, const Colours& colours);

/// Paints the color scale of a spy plot with labels, ranging from one nonzero to the highest count.
void paintLegend(QPainter& painter, const QRectF& area, const SpyImage& image, const Colours& colours);
/// Returns a description of the unit of the color scale, such as "nonzeros per cell of about 12 × 12 elements".
QString legendUnit(const SpyImage& image);

/// Describes the matrix entries at a pixel: row, column and value of a single entry, or rows, columns and density of
/// several entries. If the pixel covers too many rows to count the entries while the mouse moves, estimates their
/// number from `pyramid` and adds "about".
QString describePixel(const SpyFrame& frame, const CsrMatrix& matrix, const QPointF& pixel,
                      const DensityPyramid* pyramid = nullptr);
/// Returns the rows and columns covered by a pixel (at least one cell), or std::nullopt outside the matrix.
std::optional<MatrixWindow> cellsUnder(const SpyFrame& frame, const QPointF& pixel);

} // namespace warploom::ui
