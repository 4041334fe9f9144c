#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace warploom::ui {

/// The visible part of a matrix: an affine map between (row, column) and canvas pixels. Row i covers the pixels from
/// yOfRow(i) to yOfRow(i + 1), so widgets with the same frame are aligned exactly. Both directions are zoomed together,
/// but their zoom factors are limited separately, so that even a 10 x 1,000,000 matrix fills the canvas.
class SpyFrame {
public:
    /// Maximum cell size in pixels, which is enough to show a value in the base font.
    static constexpr double largestCell = 120.0;

    SpyFrame() = default;
    SpyFrame(std::int64_t rows, std::int64_t cols, const QSizeF& canvas, double scale = 1.0);

    /// Scale and offset in one direction, that is, of the rows or of the columns.
    struct Side {
        std::int64_t count = 0;
        double canvas = 0;          ///< size in pixels
        double first = 0, size = 1; ///< index of the row or column at pixel 0, and pixels per row or column

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
    bool isFit() const;

    double rowHeight() const { return rows_.size; } ///< Returns the number of pixels per row.
    double colWidth() const { return cols_.size; }  ///< Returns the number of pixels per column.
    double yOfRow(double row) const { return rows_.pixelOf(row); }
    double xOfCol(double col) const { return cols_.pixelOf(col); }
    double rowAt(double y) const { return rows_.at(y); }
    double colAt(double x) const { return cols_.at(x); }

    /// Returns the row at a pixel, or -1 outside the matrix.
    std::int64_t rowUnder(double y) const { return under(rows_, y); }
    std::int64_t colUnder(double x) const { return under(cols_, x); }

    /// The next four functions return the ends of the half-open ranges of rows and columns that are at least partly
    /// visible.
    std::int64_t firstRow() const { return rows_.inside(std::floor(rows_.at(0))); }
    std::int64_t lastRow() const { return rows_.inside(std::ceil(rows_.at(rows_.canvas))); }
    std::int64_t firstCol() const { return cols_.inside(std::floor(cols_.at(0))); }
    std::int64_t lastCol() const { return cols_.inside(std::ceil(cols_.at(cols_.canvas))); }

    /// Returns the pixel rectangle that covers a range of rows and columns.
    QRectF cellsRect(std::int64_t rowBegin, std::int64_t rowEnd, std::int64_t colBegin, std::int64_t colEnd) const;
    /// Returns the pixel rectangle that covers the whole matrix. It can extend far beyond the canvas.
    QRectF matrixRect() const { return cellsRect(0, rows(), 0, cols()); }

    void fit();
    /// Zooms by a factor. Keeps the point under `anchor` in place unless this would move an edge of the matrix into the
    /// canvas.
    void zoom(double factor, const QPointF& anchor);
    /// Moves the matrix by a number of pixels.
    void pan(const QPointF& pixels);
    /// Centers a range of rows and columns, and shows it as large as possible.
    void show(std::int64_t rowBegin, std::int64_t rowEnd, std::int64_t colBegin, std::int64_t colEnd);
    /// Sets the canvas size. Keeps the scale and the upper left cell, or fits the matrix again if the whole matrix was
    /// visible.
    void resize(const QSizeF& canvas);

    bool operator==(const SpyFrame& other) const = default;

private:
    void clamp();
    /// Returns the number of pixels per row or column that makes the whole matrix visible.
    double fitted(const Side& side) const;
    std::int64_t under(const Side& side, double pixel) const;
    /// Zooms the rows and the columns by a factor. Moves the given row and column to the given pixels, as closely as
    /// the limits allow.
    void grow(double factor, double row, double y, double col, double x);

    Side rows_, cols_;
    double scale_ = 1.0;
};

} // namespace warploom::ui
