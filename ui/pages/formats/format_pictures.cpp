#include "ui/pages/formats/format_pictures.h"

#include "ui/charts/painted_chart.h"
#include "ui/pages/formats/arrays_view.h"
#include "ui/pages/formats/window_view.h"
#include "ui/session/session.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"

#include <qcustomplot.h>

#include <algorithm>

namespace warploom::ui {

namespace {

/// Centers a drawing of size `drawn` in the available space and enlarges it by a factor of at most 2.
void fitInto(QPainter& painter, const QRectF& room, const QSizeF& drawn) {
    constexpr double largest = 2;
    const double scale = std::min({room.width() / drawn.width(), room.height() / drawn.height(), largest});
    painter.translate(room.left() + (room.width() - scale * drawn.width()) / 2, room.top());
    painter.scale(scale, scale);
}

} // namespace

QString WindowPicture::chartTitle() const {
    const MatrixWindow w = session_.window();
    if (!session_.matrix()) return Text::tr("Matrix window");
    return Text::tr("%1: rows %2 to %3, columns %4 to %5")
        .arg(session_.matrix()->name())
        .arg(w.row_begin)
        .arg(w.row_end - 1)
        .arg(w.col_begin)
        .arg(w.col_end - 1);
}

Table WindowPicture::chartTable() const {
    Table table{.title = chartTitle().toStdString(), .columns = {{"row", ""}, {"column", ""}, {"value", ""}}};
    const MatrixHandle& matrix = session_.matrix();
    if (!matrix || matrix->matrix.is_oversize()) return table;
    const CsrMatrix& csr = matrix->matrix.csr;
    const MatrixWindow w = session_.window();
    for (std::int64_t row = w.row_begin; row < w.row_end; ++row)
        for (auto k = csr.row_pointer[row]; k < csr.row_pointer[row + 1]; ++k) {
            const auto at = static_cast<std::size_t>(k);
            if (csr.column[at] >= w.col_begin && csr.column[at] < w.col_end)
                table.add_row({row, static_cast<std::int64_t>(csr.column[at]), csr.value[at]});
        }
    table.facts = {{"matrix", matrix->matrix.name}};
    return table;
}

void WindowPicture::drawChart(QCPPainter& painter, const QSize& size, const Colours& colours) const {
    painter.fillRect(QRect(QPoint(), size), colours.canvas);
    const QRectF room = paintPaperTitle(painter, chartTitle(), size, paperStyle(colours));
    if (view_.size().isEmpty()) return;
    painter.save();
    fitInto(painter, room,
            view_.grid().area.bottomRight().isNull()
                ? QSizeF(view_.size())
                : QSizeF(view_.grid().area.right() + 2, view_.grid().area.bottom() + 2));
    view_.paintWindow(painter, colours);
    painter.restore();
}

QString ArraysPicture::chartTitle() const {
    const SlotLayout& drawn = view_.slotLayout();
    const auto document = view_.document();
    if (!document || drawn.headings.size() != 1) return Text::tr("Arrays of each format");
    const protocol::FormatLayout& format = document->formats[static_cast<std::size_t>(drawn.headings.front().format)];
    const QString title = view_.titleOf(format);
    return Text::tr("Arrays of %1").arg(title.isEmpty() ? toQString(format.format) : title);
}

Table ArraysPicture::chartTable() const {
    Table table{.title = chartTitle().toStdString(),
                .columns = {{"format", ""}, {"array", ""}, {"slot", ""}, {"value", ""}, {"nonzero", ""}}};
    const auto document = view_.document();
    if (!document) return table;
    for (const Slot& slot : view_.slotLayout().cells) {
        const protocol::FormatLayout& format = document->formats[static_cast<std::size_t>(slot.format)];
        const protocol::LayoutArray& array = format.arrays[static_cast<std::size_t>(slot.array)];
        const auto& value = array.values[static_cast<std::size_t>(slot.index)];
        std::vector<Cell> row{format.format, array.name, std::int64_t{slot.index}, {}, {}};
        if (value) row[3] = *value;
        if (slot.nonzero >= 0) row[4] = std::int64_t{slot.nonzero};
        table.add_row(std::move(row));
    }
    return table;
}

void ArraysPicture::drawChart(QCPPainter& painter, const QSize& size, const Colours& colours) const {
    painter.fillRect(QRect(QPoint(), size), colours.canvas);
    const auto document = view_.document();
    // Show only the slots around one nonzero, as if the user had clicked it, because the slots of all formats would be
    // unreadable on one page.
    const bool is_all = document && view_.only() == ArraysView::all_formats && !document->nonzeros.empty();
    const int lit = is_all ? std::max(0, view_.highlighted()) : view_.highlighted();
    QString title = chartTitle();
    if (is_all) {
        const protocol::LayoutNonzero& at = document->nonzeros[static_cast<std::size_t>(lit)];
        title = Text::tr("%1 around row %2, column %3 of the window").arg(title).arg(at.row).arg(at.col);
    }
    const QRectF room = paintPaperTitle(painter, title, size, paperStyle(colours));
    if (!document || room.isEmpty()) return;
    // The view on the screen may be tall and require scrolling. For the printed page, lay it out again at the best
    // width.
    ArraysView paper;
    paper.setTitles(view_.titles());
    paper.setDocument(document);
    paper.setHighlighted(lit);
    paper.setOnly(is_all || view_.isAround() ? static_cast<int>(ArraysView::around_nonzero) : view_.only());
    double best = 0;
    int best_width = 0;
    // Leave enough height for the neighbors of the nonzero. For a single format, use a height of 1 to prevent its
    // enlargement.
    constexpr int any_height = 10'000;
    const int high = paper.isAround() ? any_height : 1;
    for (const int width : {420, 600, 850, 1200, 1700, 2400}) {
        paper.fitTo({theme().px(width), high});
        const QSizeF drawn = paper.slotLayout().size;
        const double scale = std::min(room.width() / drawn.width(), room.height() / drawn.height());
        if (scale > best) {
            best = scale;
            best_width = width;
        }
    }
    paper.fitTo({theme().px(best_width), high});
    painter.save();
    fitInto(painter, room, paper.slotLayout().size);
    paper.paintArrays(painter, colours, QRectF(QPointF(), paper.slotLayout().size));
    painter.restore();
}

} // namespace warploom::ui
