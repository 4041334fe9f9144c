#include "ui/pages/warp/owner_view.h"

#include "ui/style/qt_text.h"

#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace warploom::ui {

OwnerView::OwnerView(QWidget* parent)
    : PaintedChart(tr("Matrix rows, colored by warp"), {230, 290}, {150, 150}, parent) {
    setAir({2, 2, 2, 2});
}

void OwnerView::setAnalysis(std::shared_ptr<const WarpAnalysis> analysis) {
    const QString before = chartTitle();
    analysis_ = std::move(analysis);
    pictures_ = analysis_ ? workPictures(analysis_->trace()) : std::vector<WorkPicture>();
    hovered_cell_ = {};
    update();
    if (chartTitle() != before) emit titleChanged();
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

QString OwnerView::chartTitle() const {
    return analysis_ && !analysis_->trace().boards.empty() ? tr("Cells by warp") : tr("Nonzeros by warp");
}

std::vector<WorkPlace> OwnerView::places(const QRectF& all, const PictureStyle& style) const {
    const double line = QFontMetricsF(style.font).height(); // height of the legend
    return placeWork(pictures_, all.adjusted(0, 0, 0, -line - 4 * style.unit), style);
}

std::vector<protocol::MatrixEntry> OwnerView::cellsNow(int board) const {
    const protocol::WarpDocument& trace = analysis_->trace();
    if (step_ < 0 || step_ >= trace.step_count()) return {};
    if (board >= 0) return trace.cells_at(board, step_);
    const auto* entries = trace.entries_at(step_);
    return entries != nullptr ? *entries : std::vector<protocol::MatrixEntry>();
}

void OwnerView::paintPicture(QPainter& painter, const QRectF& all, const PictureStyle& style) const {
    if (!analysis_) return;
    if (pictures_.empty()) {
        paintText(painter, style.colours.muted, all, Qt::AlignCenter | Qt::TextWordWrap,
                  analysis_->trace().operation == "spmv" ? tr("This warp does not read any nonzeros.")
                                                         : tr("This warp does not access any data."));
        return;
    }
    const std::vector<WorkPlace> at = places(all, style);
    for (std::size_t i = 0; i < pictures_.size(); ++i) {
        paintCells(painter, pictures_[i], at[i], style);
        paintStep(painter, pictures_[i], at[i], style);
        paintWords(painter, pictures_[i], at[i], style);
    }
    paintLegend(painter, all, style);
}

void OwnerView::paintCells(QPainter& painter, const WorkPicture& picture, const WorkPlace& at,
                           const PictureStyle& style) const {
    const protocol::WarpDocument& trace = analysis_->trace();
    const auto warps = trace.launches[trace.launch].warps_per_block;
    const QFontMetricsF metrics(style.font);
    const bool has_room = picture.board >= 0 && at.cell_height >= metrics.height() * 0.85 &&
                          at.cell_width >= metrics.horizontalAdvance(QStringLiteral("00"));
    for (const bool traced : {false, true}) // paint the cells of the traced warp last, so that they are on top
        for (const protocol::WarpOwner& owner : *picture.cells) {
            if ((owner.block == trace.block_index && owner.warp == trace.warp) != traced) continue;
            QColor fill = owner.block < 0
                              ? style.colours.waiting_lane
                              : style.colours.seriesColour(static_cast<int>((owner.block * warps + owner.warp) % 7));
            if (!traced) fill.setAlphaF(0.28F);
            const QRectF dot = at.dotOf(picture, owner.row, owner.col, style.unit);
            painter.fillRect(dot, fill);
            if (!traced || !has_room) continue;
            paintText(painter,
                      contrast(fill, style.colours.canvas) > contrast(fill, style.colours.text) ? style.colours.canvas
                                                                                                : style.colours.text,
                      dot, Qt::AlignCenter, QString::number(owner.lane));
        }
    paintBox(painter, at.area, QPen(style.colours.outline, 1));
}

void OwnerView::paintStep(QPainter& painter, const WorkPicture& picture, const WorkPlace& at,
                          const PictureStyle& style) const {
    const protocol::WarpDocument& trace = analysis_->trace();
    if (step_ < 0) return;
    const std::vector<protocol::MatrixEntry> entries = cellsNow(picture.board);
    std::vector<protocol::MatrixEntry> now;
    for (std::size_t lane = 0; lane < entries.size(); ++lane) {
        // In the matrix, outline the entries that the current step accesses. In a work grid, outline the cells that the
        // lanes accessed most recently.
        const bool takes_part = picture.board >= 0 || trace.steps[step_].is_active(static_cast<int>(lane));
        if (takes_part && picture.shows(entries[lane].row, entries[lane].col)) now.push_back(entries[lane]);
    }
    std::sort(now.begin(), now.end(), [](const protocol::MatrixEntry& a, const protocol::MatrixEntry& b) {
        return std::pair(a.row, a.col) < std::pair(b.row, b.col);
    });
    // Draw a solid outline if this step accesses the work grid, or a thin dotted outline if the last access was in an
    // earlier step.
    const bool is_now = picture.board < 0 || trace.touches(picture.board, step_);
    QPen pen(is_now ? style.colours.text : style.colours.muted, (is_now ? 1.5 : 1.0) * style.unit);
    if (!is_now) pen.setStyle(Qt::DotLine);
    painter.setPen(pen);
    const double room = 1.5 * style.unit;
    // Draw a single outline around adjacent entries, because separate outlines would hide the entries.
    for (std::size_t i = 0; i < now.size();) {
        QRectF box = at.dotOf(picture, now[i].row, now[i].col, style.unit);
        for (++i; i < now.size(); ++i) {
            const QRectF next = at.dotOf(picture, now[i].row, now[i].col, style.unit);
            if (next.top() != box.top() || next.left() - box.right() > 4 * style.unit) break;
            box = box.united(next);
        }
        painter.drawRect(box.adjusted(-room, -room, room, room));
    }
    painter.setPen(QPen(style.colours.wasted, 2.5 * style.unit));
    const Cell hovered = picture.board < 0 ? Cell{-1, hovered_.row, hovered_.col} : hovered_cell_;
    if (hovered.isValid() && hovered.board == picture.board && picture.shows(hovered.row, hovered.col))
        painter.drawRect(at.dotOf(picture, hovered.row, hovered.col, style.unit).adjusted(-2, -2, 2, 2));
    const bool has_rows_of_matrix =
        picture.board < 0 || (!picture.columns.empty() && trace.boards[picture.board].rows == trace.matrix.rows);
    for (const RowSelection::Stretch& rows : rows_.stretches) {
        if (!has_rows_of_matrix) break;
        const auto first = std::lower_bound(picture.rows.begin(), picture.rows.end(), rows.begin);
        const auto end = std::lower_bound(picture.rows.begin(), picture.rows.end(), rows.end);
        if (first >= end) continue;
        painter.fillRect(QRectF(at.area.left() - 3 * style.unit, at.rectOf(picture, *first, picture.col_begin).top(),
                                3 * style.unit, std::max(2.0, static_cast<double>(end - first) * at.cell_height)),
                         style.colours.accent);
    }
}

void OwnerView::paintWords(QPainter& painter, const WorkPicture& picture, const WorkPlace& at,
                           const PictureStyle& style) const {
    const QFontMetricsF metrics(style.font);
    const double line = metrics.height();
    painter.setPen(style.colours.text);
    const auto every = std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil(line * 1.1 / at.cell_height)));
    for (std::size_t place = 0; place < picture.rows.size(); place += every)
        painter.drawText(QRectF(at.all.left(),
                                at.area.top() + (static_cast<double>(place) + 0.5) * at.cell_height - line / 2,
                                at.area.left() - at.all.left() - 4 * style.unit, line),
                         Qt::AlignRight | Qt::AlignVCenter, QString::number(picture.rows[place]));
    for (std::size_t col = 0; col < picture.columns.size(); ++col) {
        const QRectF head(at.area.left() + static_cast<double>(col) * at.cell_width, at.area.top() - at.head,
                          at.cell_width, at.head);
        if (at.is_head_upright) {
            if (at.cell_width < line * 0.75 && col % 2 == 1) continue;
            const double width = std::max(head.width(), line);
            paintUpwards(painter, {head.center().x() - width / 2, head.top(), width, head.height()},
                         picture.columns[col]);
        } else {
            painter.drawText(head, Qt::AlignCenter, picture.columns[col]);
        }
    }
    const double left = picture.board < 0 ? at.area.left() : at.all.left();
    const QRectF title(left, at.all.top(), at.all.right() - left, line);
    painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(picture.title, Qt::ElideRight, title.width()));
}

/// Paints the legend with as many entries as fit: this warp, its current entries, other warps, and entries without an
/// owner.
void OwnerView::paintLegend(QPainter& painter, const QRectF& all, const PictureStyle& style) const {
    const protocol::WarpDocument& trace = analysis_->trace();
    const QFontMetricsF metrics(style.font);
    const double line = metrics.height(), box = line * 0.65, y = all.bottom() - line;
    const auto warps = trace.launches[trace.launch].warps_per_block;
    const bool has_nobody = std::any_of(pictures_.begin(), pictures_.end(), [](const WorkPicture& picture) {
        return std::any_of(picture.cells->begin(), picture.cells->end(),
                           [](const protocol::WarpOwner& owner) { return owner.block < 0; });
    });
    const QColor others = pale(style.colours.seriesColour(1), 0.28F);
    const QColor own = style.colours.seriesColour(static_cast<int>((trace.block_index * warps + trace.warp) % 7));
    struct Entry {
        QString word;
        QBrush brush;
        bool is_framed;
    };
    std::vector<Entry> entries{{tr("warp %1 of block %2").arg(trace.warp).arg(trace.block_index), own, false},
                               {tr("now"), Qt::NoBrush, true},
                               {tr("other warps"), others, false}};
    if (has_nobody) entries.push_back({tr("no thread"), style.colours.waiting_lane, false});
    double x = all.left();
    for (const Entry& entry : entries) {
        if (x > all.left() && x + box + 4 * style.unit + metrics.horizontalAdvance(entry.word) > all.right()) return;
        const QRectF square(x, y + (line - box) / 2, box, box);
        paintBox(painter, square, entry.is_framed ? QPen(style.colours.text, 1.5 * style.unit) : QPen(Qt::NoPen),
                 entry.brush);
        painter.setPen(style.colours.text);
        painter.drawText(QPointF(x + box + 4 * style.unit, y + metrics.ascent()), entry.word);
        x += box + metrics.horizontalAdvance(entry.word) + 12 * style.unit;
    }
}

QRectF OwnerView::cellRect(const Cell& cell) const {
    const std::vector<WorkPlace> at = places(room(), screenStyle());
    for (std::size_t i = 0; i < pictures_.size(); ++i)
        if (pictures_[i].board == cell.board && pictures_[i].shows(cell.row, cell.col))
            return at[i].rectOf(pictures_[i], cell.row, cell.col);
    return {};
}

std::pair<int, const protocol::WarpOwner*> OwnerView::cellUnder(const QPointF& pixel) const {
    std::pair<int, const protocol::WarpOwner*> nearest{-1, nullptr};
    if (!analysis_) return nearest;
    const std::vector<WorkPlace> at = places(room(), screenStyle());
    for (std::size_t i = 0; i < pictures_.size(); ++i) {
        double best = std::max(2.0 * theme().scale(), std::max(at[i].cell_width, at[i].cell_height) / 2 + 0.5);
        if (!at[i].area.adjusted(-best, -best, best, best).contains(pixel)) continue;
        for (const protocol::WarpOwner& owner : *pictures_[i].cells) {
            const QPointF off = at[i].rectOf(pictures_[i], owner.row, owner.col).center() - pixel;
            const double distance = std::max(std::abs(off.x()), std::abs(off.y()));
            if (distance >= best) continue;
            best = distance;
            nearest = {pictures_[i].board, &owner};
        }
    }
    return nearest;
}

const protocol::WarpOwner* OwnerView::ownerAt(const QPointF& pixel) const { return cellUnder(pixel).second; }

QString OwnerView::cellText(int board, const protocol::WarpOwner& owner) const {
    const protocol::WarpDocument& trace = analysis_->trace();
    QString where = tr("row %1, column %2").arg(owner.row).arg(owner.col);
    if (board >= 0) {
        const protocol::WarpBoard& shown = trace.boards[board];
        if (!shown.columns.empty())
            where = tr("row %1, %2").arg(owner.row).arg(toQString(shown.columns[static_cast<std::size_t>(owner.col)]));
        where = toQString(shown.name) + QStringLiteral(", ") + where;
    }
    if (owner.block < 0)
        return board < 0 ? tr("%1: not read by any thread").arg(where)
                         : tr("%1: not accessed by any thread").arg(where);
    return tr("%1: warp %2 of block %3, lane %4").arg(where).arg(owner.warp).arg(owner.block).arg(owner.lane);
}

void OwnerView::mouseMoveEvent(QMouseEvent* event) {
    const auto [board, owner] = cellUnder(event->position());
    if (owner != nullptr) QToolTip::showText(event->globalPosition().toPoint(), cellText(board, *owner), this);
    else QToolTip::hideText();
    const Cell cell = owner != nullptr && board >= 0 ? Cell{board, owner->row, owner->col} : Cell{};
    if (!(cell == hovered_cell_)) {
        hovered_cell_ = cell;
        update();
    }
    const HoveredNonzero at = owner != nullptr && board < 0 ? HoveredNonzero{owner->row, owner->col} : HoveredNonzero{};
    if (at == hovered_) return;
    setHovered(at);
    emit hoveredChanged(at);
}

void OwnerView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const protocol::WarpOwner* owner = ownerAt(event->position()); owner != nullptr && owner->block >= 0)
        emit warpChosen(owner->block, owner->warp);
}

void OwnerView::leaveEvent(QEvent*) {
    hovered_cell_ = {};
    update();
    setHovered({});
    emit hoveredChanged({});
}

Table OwnerView::chartTable() const {
    Table table{.title = chartTitle().toStdString(),
                .columns = {{"row", ""}, {"column", ""}, {"block", ""}, {"warp", ""}, {"lane", ""}}};
    if (!analysis_) return table;
    const bool has_boards = !analysis_->trace().boards.empty();
    if (has_boards) table.columns.insert(table.columns.begin(), {{"of", ""}, {"name", ""}});
    table.facts = analysis_->stepTable().facts;
    for (const WorkPicture& picture : pictures_)
        for (const protocol::WarpOwner& owner : *picture.cells) {
            std::vector<warploom::Cell> row;
            if (has_boards) {
                row.emplace_back(picture.board < 0 ? std::string("nonzeros")
                                                   : analysis_->trace().boards[picture.board].name);
                const auto col = static_cast<std::size_t>(owner.col - picture.col_begin);
                row.emplace_back(picture.columns.empty() ? std::string() : picture.columns[col].toStdString());
            }
            row.insert(row.end(),
                       {owner.row, owner.col, owner.block, std::int64_t{owner.warp}, std::int64_t{owner.lane}});
            table.add_row(std::move(row));
        }
    return table;
}

} // namespace warploom::ui
