#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include <cstdint>

namespace warploom::ui {

/// Which part of a matrix a picture shows: the affine map between (row, column) and pixels of the canvas.
/// Row i covers the pixels yOfRow(i) .. yOfRow(i + 1), so all that shares a frame lines up exactly.
/// The two directions scale together, except that neither leaves its own range: a matrix of 10 x 1 000 000
/// still fills its canvas.
class SpyFrame {
public:
    /// Cells grow to this many pixels before zooming ends: enough for a printed value at the base font.
    static constexpr double largestCell = 120.0;

    SpyFrame() = default;
    SpyFrame(std::int64_t rows, std::int64_t cols, const QSizeF& canvas, double scale = 1.0);

    std::int64_t rows() const { return rows_; }
    std::int64_t cols() const { return cols_; }
    QSizeF canvas() const { return canvas_; }
    bool isEmpty() const { return rows_ <= 0 || cols_ <= 0 || canvas_.isEmpty(); }
    /// True while the whole matrix is seen.
    bool isFit() const;

    double rowHeight() const { return rowHeight_; } ///< pixels a row
    double colWidth() const { return colWidth_; }   ///< pixels a column
    double yOfRow(double row) const { return (row - top_) * rowHeight_; }
    double xOfCol(double col) const { return (col - left_) * colWidth_; }
    double rowAt(double y) const { return top_ + y / rowHeight_; }
    double colAt(double x) const { return left_ + x / colWidth_; }

    /// The cell under a pixel, or -1 where the matrix is not.
    std::int64_t rowUnder(double y) const;
    std::int64_t colUnder(double x) const;

    /// The rows and columns that are at least partly seen, half open, inside the matrix.
    std::int64_t firstRow() const;
    std::int64_t lastRow() const;
    std::int64_t firstCol() const;
    std::int64_t lastCol() const;

    /// The pixels that these rows and columns cover.
    QRectF cellsRect(std::int64_t rowBegin, std::int64_t rowEnd, std::int64_t colBegin, std::int64_t colEnd) const;
    /// The pixels of the whole matrix (may reach far beyond the canvas).
    QRectF matrixRect() const { return cellsRect(0, rows_, 0, cols_); }

    void fit();
    /// Zooms by a factor; the point under `anchor` stays there unless the matrix' edge would leave the canvas' edge.
    void zoom(double factor, const QPointF& anchor);
    /// Moves the matrix by so many pixels.
    void pan(const QPointF& pixels);
    /// Brings rows and columns into the middle, as large as they can be seen whole.
    void show(std::int64_t rowBegin, std::int64_t rowEnd, std::int64_t colBegin, std::int64_t colEnd);
    /// Another canvas size: keeps the scale and the upper left cell, or the fit where everything was seen.
    void resize(const QSizeF& canvas);

    bool operator==(const SpyFrame& other) const = default;

private:
    void clamp();
    double fitHeight() const;
    double fitWidth() const;
    double cellLimit() const { return largestCell * scale_; }

    std::int64_t rows_ = 0, cols_ = 0;
    QSizeF canvas_;
    double scale_ = 1.0;
    double top_ = 0, left_ = 0;
    double rowHeight_ = 1, colWidth_ = 1;
};

} // namespace warploom::ui
