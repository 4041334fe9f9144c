#include "ui/pages/warp/owner_view.h"

#include "ui/pages/matrix/spy/axis_ticks.h"

#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace warploom::ui {

using simulated::warp_size;

OwnerView::OwnerView(QWidget* parent)
    : PaintedChart(tr("Window of the matrix, coloured by warp"), {230, 290}, {150, 150}, parent) {
    setAir({2, 2, 2, 2});
}

void OwnerView::setAnalysis(std::shared_ptr<const WarpAnalysis> analysis) {
    analysis_ = std::move(analysis);
    update();
}

void OwnerView::setStep(int step) {
    step_ = step;
    update();
}

void OwnerView::setHovered(const HoveredNonzero& hovered) {
    if (hovered == hovered_) return;
    hovered_ = hovered;
    update();
}

void OwnerView::setRows(const RowSelection& rows) {
    rows_ = rows;
    update();
}

OwnerView::Places OwnerView::places(const QRectF& all, const PictureStyle& style) const {
    const QFontMetricsF metrics(style.font);
    const wire::Warp& trace = analysis_->trace();
    const double line = metrics.height();
    const double left = metrics.horizontalAdvance(QString::number(trace.owners.row_end)) + 6 * style.unit;
    Places at;
    const QRectF room = all.adjusted(left, line + 2 * style.unit, -2 * style.unit, -line - 4 * style.unit);
    const auto rows = static_cast<double>(std::max<std::int64_t>(1, trace.owners.row_end - trace.owners.row_begin));
    const auto cols = static_cast<double>(std::max<std::int64_t>(1, trace.owners.col_end - trace.owners.col_begin));
    at.cell_width = std::max(1.0, room.width()) / cols;
    at.cell_height = std::max(1.0, room.height()) / rows;
    // Square where squares are large enough to be seen; a window of few rows and many columns is stretched.
    if (const double square = std::min(at.cell_width, at.cell_height); square >= 3 * style.unit)
        at.cell_width = at.cell_height = std::min(square, 24 * style.unit);
    at.area = QRectF(room.left(), room.top(), at.cell_width * cols, at.cell_height * rows);
    return at;
}

QRectF OwnerView::rectOf(const Places& at, std::int64_t row, std::int64_t col) const {
    const wire::Warp& trace = analysis_->trace();
    return {at.area.left() + static_cast<double>(col - trace.owners.col_begin) * at.cell_width,
            at.area.top() + static_cast<double>(row - trace.owners.row_begin) * at.cell_height, at.cell_width,
            at.cell_height};
}

void OwnerView::paintPicture(QPainter& painter, const QRectF& all, const PictureStyle& style) const {
    if (!analysis_) return;
    const wire::Warp& trace = analysis_->trace();
    const QFontMetricsF metrics(style.font);
    const double line = metrics.height();
    if (trace.owners.entries.empty()) {
        painter.setPen(style.colours.muted);
        painter.drawText(all, Qt::AlignCenter | Qt::TextWordWrap, tr("This warp reads no nonzero."));
        return;
    }
    const Places at = places(all, style);
    const auto dot = [&](std::int64_t row, std::int64_t col) {
        QRectF rect = rectOf(at, row, col);
        // A nonzero is never thinner than the eye can see.
        const double width = std::max(rect.width(), 1.5 * style.unit),
                     height = std::max(rect.height(), 1.5 * style.unit);
        rect = QRectF(rect.center().x() - width / 2, rect.center().y() - height / 2, width, height);
        return width > 4 * style.unit && height > 4 * style.unit ? rect.adjusted(0.5, 0.5, -0.5, -0.5) : rect;
    };
    const auto isTraced = [&](const wire::WarpOwner& owner) {
        return owner.block == trace.block_index && owner.warp == trace.warp;
    };
    const auto fillOf = [&](const wire::WarpOwner& owner) {
        if (owner.block < 0) return style.colours.waiting_lane;
        const auto warps = trace.launches[trace.launch].warps_per_block;
        return style.colours.seriesColour(static_cast<int>((owner.block * warps + owner.warp) % 7));
    };
    for (const bool traced : {false, true}) // the traced warp on top
        for (const wire::WarpOwner& owner : trace.owners.entries) {
            if (isTraced(owner) != traced) continue;
            QColor fill = fillOf(owner);
            if (!traced) fill.setAlphaF(0.28F);
            painter.fillRect(dot(owner.row, owner.col), fill);
        }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(style.colours.outline, 1));
    painter.drawRect(at.area);
    if (step_ < trace.step_count())
        if (const auto* entries = trace.entries_at(step_)) {
            const wire::WarpStep& step = trace.steps[step_];
            std::vector<wire::MatrixEntry> now;
            for (int lane = 0; lane < warp_size; ++lane) {
                const wire::MatrixEntry& entry = (*entries)[lane];
                if ((step.active >> lane & 1U) != 0 && entry.row >= trace.owners.row_begin &&
                    entry.row < trace.owners.row_end && entry.col >= trace.owners.col_begin &&
                    entry.col < trace.owners.col_end)
                    now.push_back(entry);
            }
            std::sort(now.begin(), now.end(), [](const wire::MatrixEntry& a, const wire::MatrixEntry& b) {
                return std::pair(a.row, a.col) < std::pair(b.row, b.col);
            });
            // Entries that nearly touch get one outline together, or lines upon lines would hide them.
            painter.setPen(QPen(style.colours.text, 1.5 * style.unit));
            const double room = 1.5 * style.unit;
            for (std::size_t i = 0; i < now.size();) {
                QRectF box = dot(now[i].row, now[i].col);
                for (++i; i < now.size(); ++i) {
                    const QRectF next = dot(now[i].row, now[i].col);
                    if (next.top() != box.top() || next.left() - box.right() > 4 * style.unit) break;
                    box = box.united(next);
                }
                painter.drawRect(box.adjusted(-room, -room, room, room));
            }
        }
    if (hovered_.isValid()) {
        painter.setPen(QPen(style.colours.wasted, 2.5 * style.unit));
        if (hovered_.row >= trace.owners.row_begin && hovered_.row < trace.owners.row_end &&
            hovered_.col >= trace.owners.col_begin && hovered_.col < trace.owners.col_end)
            painter.drawRect(dot(hovered_.row, hovered_.col).adjusted(-2, -2, 2, 2));
    }
    for (const RowSelection::Stretch& rows : rows_.stretches) {
        const std::int64_t begin = std::max(rows.begin, trace.owners.row_begin),
                           end = std::min(rows.end, trace.owners.row_end);
        if (begin >= end) continue;
        const double top = rectOf(at, begin, trace.owners.col_begin).top();
        painter.fillRect(QRectF(at.area.left() - 3 * style.unit, top, 3 * style.unit,
                                std::max(2.0, static_cast<double>(end - begin) * at.cell_height)),
                         style.colours.accent);
    }
    painter.setPen(style.colours.text);
    const auto every = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(line * 1.1 / at.cell_height)));
    for (std::int64_t row = trace.owners.row_begin; row < trace.owners.row_end; row += every)
        painter.drawText(QRectF(all.left(), rectOf(at, row, trace.owners.col_begin).center().y() - line / 2,
                                at.area.left() - all.left() - 4 * style.unit, line),
                         Qt::AlignRight | Qt::AlignVCenter, QString::number(row));
    painter.drawText(QRectF(at.area.left(), all.top(), all.right() - at.area.left(), line),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     tr("columns %1 to %2").arg(trace.owners.col_begin).arg(trace.owners.col_end - 1));
    // The legend: this warp, and all others.
    const double box = line * 0.65, y = all.bottom() - line;
    double x = all.left();
    wire::WarpOwner mine{0, 0, trace.block_index, trace.warp, 0};
    for (const bool traced : {true, false}) {
        QColor fill = traced ? fillOf(mine) : style.colours.seriesColour(1);
        if (!traced) fill.setAlphaF(0.28F);
        const QString text = traced ? tr("warp %1 of block %2").arg(trace.warp).arg(trace.block_index) : tr("others");
        painter.fillRect(QRectF(x, y + (line - box) / 2, box, box), fill);
        painter.setPen(style.colours.text);
        painter.drawText(QPointF(x + box + 4 * style.unit, y + metrics.ascent()), text);
        x += box + metrics.horizontalAdvance(text) + 14 * style.unit;
        if (x + box + metrics.horizontalAdvance(tr("others")) > all.right()) break;
    }
}

QRectF OwnerView::entryRect(std::int64_t row, std::int64_t col) const {
    return analysis_ ? rectOf(places(room(), screenStyle()), row, col) : QRectF();
}

const wire::WarpOwner* OwnerView::ownerAt(const QPointF& pixel) const {
    if (!analysis_ || analysis_->trace().owners.entries.empty()) return nullptr;
    const Places at = places(room(), screenStyle());
    const wire::WarpOwner* nearest = nullptr;
    double best = std::max(2.0 * theme().scale(), std::max(at.cell_width, at.cell_height) / 2 + 0.5);
    for (const wire::WarpOwner& owner : analysis_->trace().owners.entries) {
        const QPointF off = rectOf(at, owner.row, owner.col).center() - pixel;
        const double distance = std::max(std::abs(off.x()), std::abs(off.y()));
        if (distance >= best) continue;
        best = distance;
        nearest = &owner;
    }
    return nearest;
}

void OwnerView::mouseMoveEvent(QMouseEvent* event) {
    const wire::WarpOwner* owner = ownerAt(event->position());
    const HoveredNonzero at = owner ? HoveredNonzero{owner->row, owner->col} : HoveredNonzero{};
    if (owner && owner->block < 0)
        QToolTip::showText(event->globalPosition().toPoint(),
                           tr("row %1, column %2: read by nobody").arg(owner->row).arg(owner->col), this);
    else if (owner)
        QToolTip::showText(event->globalPosition().toPoint(),
                           tr("row %1, column %2: warp %3 of block %4, lane %5")
                               .arg(owner->row)
                               .arg(owner->col)
                               .arg(owner->warp)
                               .arg(owner->block)
                               .arg(owner->lane),
                           this);
    else QToolTip::hideText();
    if (at == hovered_) return;
    setHovered(at);
    emit hoveredChanged(at);
}

void OwnerView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const wire::WarpOwner* owner = ownerAt(event->position()); owner != nullptr && owner->block >= 0)
        emit warpChosen(owner->block, owner->warp);
}

void OwnerView::leaveEvent(QEvent*) {
    setHovered({});
    emit hoveredChanged({});
}

Table OwnerView::chartTable() const {
    Table table;
    table.title = "Nonzeros by warp";
    table.columns = {{"row", ""}, {"column", ""}, {"block", ""}, {"warp", ""}, {"lane", ""}};
    if (!analysis_) return table;
    table.facts = analysis_->stepTable().facts;
    for (const wire::WarpOwner& owner : analysis_->trace().owners.entries)
        table.add_row({owner.row, owner.col, owner.block, std::int64_t{owner.warp}, std::int64_t{owner.lane}});
    return table;
}

} // namespace warploom::ui
