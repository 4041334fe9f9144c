#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include <algorithm>
#include <cmath>
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

    /// One of the two directions.
    struct Side {
        std::int64_t count = 0;     ///< rows or columns
        double canvas = 0;          ///< pixels
        double first = 0, size = 1; ///< the place at pixel 0; pixels a row or column

        double at(double pixel) const { return first + pixel / size; }
        double pixelOf(double place) const { return (place - first) * size; }
        std::int64_t inside(double place) const {
            return std::clamp<std::int64_t>(static_cast<std::int64_t>(place), 0, count);
        }
        bool operator==(const Side& other) const = default;
    };
    const Side& rowSide() const { return rows_; }
    const Side& colSide() const { return cols_; }

    std::int64_t rows() const { return rows_.count; }
    std::int64_t cols() const { return cols_.count; }
    QSizeF canvas() const { return {cols_.canvas, rows_.canvas}; }
    bool isEmpty() const { return rows_.count <= 0 || cols_.count <= 0 || canvas().isEmpty(); }
    /// True while the whole matrix is seen.
    bool isFit() const;

    double rowHeight() const { return rows_.size; } ///< pixels a row
    double colWidth() const { return cols_.size; }  ///< pixels a column
    double yOfRow(double row) const { return rows_.pixelOf(row); }
    double xOfCol(double col) const { return cols_.pixelOf(col); }
    double rowAt(double y) const { return rows_.at(y); }
    double colAt(double x) const { return cols_.at(x); }

    /// The cell under a pixel, or -1 where the matrix is not.
    std::int64_t rowUnder(double y) const { return under(rows_, y); }
    std::int64_t colUnder(double x) const { return under(cols_, x); }

    /// The rows and columns that are at least partly seen, half open, inside the matrix.
    std::int64_t firstRow() const { return rows_.inside(std::floor(rows_.at(0))); }
    std::int64_t lastRow() const { return rows_.inside(std::ceil(rows_.at(rows_.canvas))); }
    std::int64_t firstCol() const { return cols_.inside(std::floor(cols_.at(0))); }
    std::int64_t lastCol() const { return cols_.inside(std::ceil(cols_.at(cols_.canvas))); }

    /// The pixels that these rows and columns cover.
    QRectF cellsRect(std::int64_t rowBegin, std::int64_t rowEnd, std::int64_t colBegin, std::int64_t colEnd) const;
    /// The pixels of the whole matrix (may reach far beyond the canvas).
    QRectF matrixRect() const { return cellsRect(0, rows(), 0, cols()); }

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
    double fitted(const Side& side) const; ///< the size at which all is seen
    std::int64_t under(const Side& side, double pixel) const;
    /// Grows both directions, and puts these places at these pixels as far as the edges let them be.
    void grow(double factor, double row, double y, double col, double x);

    Side rows_, cols_;
    double scale_ = 1.0;
};

} // namespace warploom::ui
