#include "ui/pages/warp/board_places.h"

#include "ui/style/qt_text.h"
#include "ui/style/text.h"

#include <QFontMetricsF>

#include <algorithm>

namespace warploom::ui {

std::int64_t WorkPicture::placeOf(std::int64_t row) const {
    const auto at = std::lower_bound(rows.begin(), rows.end(), row);
    return at == rows.end() || *at != row ? -1 : at - rows.begin();
}

bool WorkPicture::shows(std::int64_t row, std::int64_t col) const {
    return col >= col_begin && col < col_end && placeOf(row) >= 0;
}

std::vector<WorkPicture> workPictures(const protocol::WarpDocument& trace) {
    std::vector<WorkPicture> pictures;
    if (!trace.owners.entries.empty()) {
        WorkPicture matrix;
        matrix.cells = &trace.owners.entries;
        for (std::int64_t row = trace.owners.row_begin; row < trace.owners.row_end; ++row) matrix.rows.push_back(row);
        matrix.col_begin = trace.owners.col_begin;
        matrix.col_end = trace.owners.col_end;
        matrix.title = Text::tr("columns %1 to %2").arg(matrix.col_begin).arg(matrix.col_end - 1);
        pictures.push_back(std::move(matrix));
    }
    for (std::size_t b = 0; b < trace.boards.size(); ++b) {
        const protocol::WarpBoard& board = trace.boards[b];
        if (board.cells.empty()) continue;
        WorkPicture picture;
        picture.board = static_cast<int>(b);
        picture.cells = &board.cells;
        picture.rows = board.shown_rows;
        picture.col_begin = board.col_begin;
        picture.col_end = board.col_end;
        picture.title = toQString(board.name);
        const bool is_header = board.col_begin > 0 || board.col_end < board.cols;
        if (is_header && board.columns.empty())

            picture.title =
                Text::tr("%1, columns %2 to %3").arg(picture.title).arg(board.col_begin).arg(board.col_end - 1);
        if (!board.columns.empty())
            for (std::int64_t col = board.col_begin; col < board.col_end; ++col)
                picture.columns.push_back(toQString(board.columns[static_cast<std::size_t>(col)]));
        pictures.push_back(std::move(picture));
    }
    return pictures;
}

QRectF WorkPlace::rectOf(const WorkPicture& picture, std::int64_t row, std::int64_t col) const {
    return {area.left() + static_cast<double>(col - picture.col_begin) * cell_width,
            area.top() + static_cast<double>(picture.placeOf(row)) * cell_height, cell_width, cell_height};
}

QRectF WorkPlace::dotOf(const WorkPicture& picture, std::int64_t row, std::int64_t col, double unit) const {
    QRectF rect = rectOf(picture, row, col);
    const double width = std::max(rect.width(), 1.5 * unit), height = std::max(rect.height(), 1.5 * unit);
    rect = QRectF(rect.center().x() - width / 2, rect.center().y() - height / 2, width, height);
    return width > 4 * unit && height > 4 * unit ? rect.adjusted(0.5, 0.5, -0.5, -0.5) : rect;
}

namespace {

WorkPlace placeIn(const WorkPicture& picture, const QRectF& all, const PictureStyle& style) {
    const QFontMetricsF metrics(style.font);
    const double line = metrics.height(), unit = style.unit;
    const double left = metrics.horizontalAdvance(QString::number(picture.rows.back() + 1)) + 6 * unit;
    const auto rows = static_cast<double>(std::max<std::size_t>(1, picture.rows.size()));
    const auto cols = static_cast<double>(std::max<std::int64_t>(1, picture.cols()));
    WorkPlace at;
    at.all = all;
    at.cell_width = std::max(1.0, all.width() - left - 2 * unit) / cols;
    if (!picture.columns.empty()) {
        double widest = 0;
        for (const QString& name : picture.columns) widest = std::max(widest, metrics.horizontalAdvance(name));
        at.is_head_upright = widest > at.cell_width - 2 * unit;
        at.head = at.is_head_upright ? widest + 4 * unit : line;
    }
    const QRectF room = all.adjusted(left, line + 2 * unit + at.head, -2 * unit, 0);
    at.cell_height = std::max(1.0, room.height()) / rows;
    // Use square cells if they are large enough. Otherwise, stretch a plot with few rows and many columns. Named
    // columns represent arrays and can be wide.
    if (!picture.columns.empty()) {
        at.cell_width = std::min(at.cell_width, 44 * unit);
        at.cell_height = std::min(at.cell_height, 24 * unit);
    } else if (const double square = std::min(at.cell_width, at.cell_height); square >= 3 * unit)
        at.cell_width = at.cell_height = std::min(square, 24 * unit);
    at.area = QRectF(room.left(), room.top(), at.cell_width * cols, at.cell_height * rows);
    return at;
}

/// Returns the visible size of a cell in pixels, limited to 14, because larger cells are no easier to read.
double seenOf(const WorkPlace& at, const PictureStyle& style) {
    return std::min({at.cell_width, at.cell_height, 14 * style.unit});
}

} // namespace

std::vector<WorkPlace> placeWork(const std::vector<WorkPicture>& pictures, const QRectF& room,
                                 const PictureStyle& style) {
    const std::size_t count = pictures.size();
    std::vector<WorkPlace> best;
    double best_seen = -1;
    const double gap = 8 * style.unit;
    for (std::size_t across = 1; across <= count; ++across) {
        std::vector<WorkPlace> places;
        const std::size_t down = (count + across - 1) / across;
        // Returns the height of the tallest plot in a row of plots, including its title, in units of cells.
        const auto tallest = [&](std::size_t r) {
            std::size_t rows = 1;
            for (std::size_t i = r * across; i < std::min(count, (r + 1) * across); ++i)
                rows = std::max(rows, pictures[i].rows.size());
            return static_cast<double>(std::min<std::size_t>(rows, 64)) + 6;
        };
        double heights = 0, top = room.top(), seen = 0;
        for (std::size_t r = 0; r < down; ++r) heights += tallest(r);
        for (std::size_t r = 0; r < down; ++r) {
            const double height = (room.height() - gap * static_cast<double>(down - 1)) * tallest(r) / heights;
            const std::size_t first = r * across, end = std::min(count, first + across);
            const auto wide = [&](std::size_t i) {
                // If columns have names, leave room for the names.
                const std::int64_t cells = pictures[i].columns.empty() ? 1 : 4;
                return static_cast<double>(std::min<std::int64_t>(cells * pictures[i].cols(), 48)) + 6;
            };
            double widths = 0, left = room.left();
            for (std::size_t i = first; i < end; ++i) widths += wide(i);
            for (std::size_t i = first; i < end; ++i) {
                const double width = (room.width() - gap * static_cast<double>(end - first - 1)) * wide(i) / widths;
                places.push_back(placeIn(pictures[i], {left, top, width, height}, style));
                seen += seenOf(places.back(), style);
                left += width + gap;
            }
            top += height + gap;
        }
        if (seen > best_seen * 1.02) {
            best_seen = seen;
            best = std::move(places);
        }
    }
    return best;
}

} // namespace warploom::ui
