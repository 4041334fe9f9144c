#pragma once

#include "engine/protocol/messages/warp.h"
#include "ui/charts/painted_chart.h"

#include <QRectF>
#include <QString>

#include <vector>

namespace warploom::ui {

/// Something to draw beside the lanes: the part of the matrix that a warp stands in, or a board of the trace.
struct WorkPicture {
    int board = -1; ///< the number in the trace; -1: the nonzeros of the matrix
    const std::vector<protocol::WarpOwner>* cells = nullptr;
    std::vector<std::int64_t> rows; ///< that are shown, ascending
    std::int64_t col_begin = 0, col_end = 0;
    QString title;
    std::vector<QString> columns; ///< names of those that are shown; empty: they have numbers

    std::int64_t cols() const { return col_end - col_begin; }
    /// Place of a row among those that are shown, -1 where it is not.
    std::int64_t placeOf(std::int64_t row) const;
    bool shows(std::int64_t row, std::int64_t col) const;
};
std::vector<WorkPicture> workPictures(const protocol::WarpDocument& trace);

/// Where a picture stands in the view.
struct WorkPlace {
    QRectF all, area; ///< with its words; the cells only
    double cell_width = 1, cell_height = 1;
    double head = 0; ///< height of the column names
    bool is_head_upright = false;

    QRectF rectOf(const WorkPicture& picture, std::int64_t row, std::int64_t col) const;
    /// The same, never thinner than the eye can see.
    QRectF dotOf(const WorkPicture& picture, std::int64_t row, std::int64_t col, double unit) const;
};
/// Side by side or one under the other, however the cells become largest.
std::vector<WorkPlace> placeWork(const std::vector<WorkPicture>& pictures, const QRectF& room,
                                 const PictureStyle& style);

} // namespace warploom::ui
