#pragma once

#include "engine/protocol/messages/warp.h"
#include "ui/charts/painted_chart.h"

#include <QRectF>
#include <QString>

#include <vector>

namespace warploom::ui {

/// A plot next to the lanes. It shows either the part of the matrix around the warp or a work grid. A work grid is a
/// table of other data that the warps process, such as equations or a dense matrix.
struct WorkPicture {
    int board = -1; ///< index of the work grid in the trace; -1 for the nonzeros of the matrix
    const std::vector<protocol::WarpOwner>* cells = nullptr;
    std::vector<std::int64_t> rows; ///< rows shown in the plot, in ascending order
    std::int64_t col_begin = 0, col_end = 0;
    QString title;
    std::vector<QString> columns; ///< names of the columns shown in the plot; empty if columns are numbered

    std::int64_t cols() const { return col_end - col_begin; }
    /// Returns the index of a row in the plot, or -1 if the plot does not show the row.
    std::int64_t placeOf(std::int64_t row) const;
    bool shows(std::int64_t row, std::int64_t col) const;
};
std::vector<WorkPicture> workPictures(const protocol::WarpDocument& trace);

/// Position of a plot in the view, in pixels.
struct WorkPlace {
    QRectF all, area; ///< `all` includes the title; `area` covers only the cells
    double cell_width = 1, cell_height = 1;
    double head = 0; ///< height of the area that contains the column names
    bool is_head_upright = false;

    QRectF rectOf(const WorkPicture& picture, std::int64_t row, std::int64_t col) const;
    /// Returns the rectangle of a cell in pixels. A rectangle that would be too small to see is enlarged.
    QRectF dotOf(const WorkPicture& picture, std::int64_t row, std::int64_t col, double unit) const;
};
/// Arranges the plots side by side or stacked, whichever makes the cells larger.
std::vector<WorkPlace> placeWork(const std::vector<WorkPicture>& pictures, const QRectF& room,
                                 const PictureStyle& style);

} // namespace warploom::ui
