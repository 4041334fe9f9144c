#include "ui/look/number_text.h"
#include "ui/pages/matrix/spy/axis_ticks.h"
#include "ui/pages/matrix/spy/spy_painting.h"
#include "ui/pages/matrix/spy/spy_view.h"

#include <QPainter>

// The spy picture as a chart on paper. Its grid has a fixed size, so that the table beside the picture holds exactly
// the numbers drawn, however large the paper is.

namespace warploom::ui {

namespace {

constexpr double paperCells = 512;

SpyFrame paperFrame(const SpyFrame& screen) {
    SpyFrame frame(screen.rows(), screen.cols(), QSizeF(paperCells, paperCells));
    if (!screen.isFit()) frame.show(screen.firstRow(), screen.lastRow(), screen.firstCol(), screen.lastCol());
    return frame;
}

} // namespace

QString SpyView::chartTitle() const {
    if (!matrix_) return tr("Nonzeros of the matrix");
    return tr("Nonzeros of %1").arg(matrix_->name());
}

Table SpyView::chartTable() const {
    if (!matrix_ || !matrix_->pyramid || frame_.isEmpty()) return {};
    const GridRequest request = gridFor(paperFrame(frame_), 1.0);
    Table table = densityTable(matrix_->pyramid->count(request.window, request.height, request.width));
    table.facts = {{"matrix", matrix_->matrix.name},
                   {"rows", std::to_string(frame_.rows())},
                   {"cols", std::to_string(frame_.cols())},
                   {"nonzeros", std::to_string(matrix_->matrix.csr.nonzeros())}};
    return table;
}

void SpyView::paintPicture(QPainter& painter, const QRectF& all, const PictureStyle& style) const {
    if (!matrix_ || !matrix_->pyramid || frame_.isEmpty()) return;
    const Colours& colours = style.colours;
    const QFontMetricsF metrics(style.font);
    const double line = metrics.height(), gap = line / 2;
    const double labels = metrics.horizontalAdvance(shortCount(frame_.lastRow())) + line;
    const QRectF area(all.left() + labels + line * 1.2, all.top() + line * 2.6, all.width() - labels - line * 2,
                      all.height() - line * 5.2);
    if (area.width() < 8 || area.height() < 8) return;

    const SpyFrame grid_frame = paperFrame(frame_);
    const SpyImage image = renderSpy(*matrix_->pyramid, gridFor(grid_frame, 1.0), colours);
    SpyFrame frame(frame_.rows(), frame_.cols(), area.size(), std::max(1.0, area.width() / paperCells));
    if (!frame_.isFit()) {
        const MatrixWindow& w = image.grid.window;
        frame.show(w.row_begin, w.row_end, w.col_begin, w.col_end);
    }
    painter.save();
    painter.translate(area.topLeft());
    paintSpy(painter, frame, matrix_->matrix.csr, &image, nullptr, colours);
    painter.restore();

    const QRectF seen = (frame.matrixRect() & QRectF(QPointF(0, 0), area.size())).translated(area.topLeft());
    const auto rowAt = [&](double y) { return frame.rowAt(y - area.top()); };
    const auto colAt = [&](double x) { return frame.colAt(x - area.left()); };
    drawAxis(painter, seen, Qt::Vertical, rowAt(seen.top()), rowAt(seen.bottom()), frame.rows(), colours, line * 0.3);
    drawAxis(painter, seen, Qt::Horizontal, colAt(seen.left()), colAt(seen.right()), frame.cols(), colours, line * 0.3);
    painter.setPen(colours.text);
    painter.drawText(QRectF(seen.left(), seen.top() - line * 2.6, seen.width(), line), Qt::AlignCenter, tr("column"));
    paintUpwards(painter, QRectF(seen.left() - labels - line * 1.4, seen.top(), line, seen.height()), tr("row"));
    paintLegend(painter, QRectF(area.left(), area.bottom() + gap, area.width(), line * 1.2), image, colours);
}

} // namespace warploom::ui
