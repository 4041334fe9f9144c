// Paints a step of the AᵀA walkthrough: A with the current slice, shared memory while it is filled, C with its blocks,
// the registers of one thread, and the timeline.
#include "ui/pages/step/walkthroughs/ata_walkthrough.h"
#include "ui/pages/step/walkthroughs/step_painting.h"
#include "ui/style/text.h"

#include <QFontMetricsF>

#include <algorithm>

namespace warploom::ui {

using walkthrough::AtaAction;
using walkthrough::AtaSpan;
using walkthrough::AtaStep;

namespace {

/// Layout of the figure: A, shared memory, C and registers side by side, with the timeline below.
struct AtaFrame {
    QRectF a, shared, c, registers, time;
    AtaFrame(const QRectF& area, const PictureStyle& style) {
        const double gap = 14 * style.unit, line = QFontMetricsF(style.font).height();
        const double time_height = 4.6 * line + 8 * style.unit;
        const double upper = area.height() - time_height - gap;
        const double widths = area.width() - 3 * gap;
        a = {area.left(), area.top(), widths * 0.33, upper};
        shared = {a.right() + gap, area.top(), widths * 0.22, upper};
        c = {shared.right() + gap, area.top(), widths * 0.21, upper};
        registers = {c.right() + gap, area.top(), widths * 0.24, upper};
        time = {area.left(), area.bottom() - time_height, area.width(), time_height};
    }
};

/// The cells of a matrix below a title, drawn as large as possible.
struct CellGrid {
    QRectF area;
    double cell = 0;
    CellGrid(const QRectF& room, int rows, int cols, double title) {
        cell = std::min(room.width() / cols, (room.height() - title) / rows);
        area = {room.left(), room.top() + title, cell * cols, cell * rows};
    }
    QRectF at(int row, int col, int rows = 1, int cols = 1) const {
        return {area.left() + col * cell, area.top() + row * cell, cols * cell, rows * cell};
    }
};

/// Paints a title. `shorter` is used if there is no room for `text`.
void heading(QPainter& painter, const QRectF& room, QString text, const PictureStyle& style,
             const QString& shorter = {}) {
    const QFont bold = style.bold();
    painter.setFont(bold);
    if (!shorter.isEmpty() && QFontMetricsF(bold).horizontalAdvance(text) > room.width()) text = shorter;
    paintText(painter, style.colours.text, QRectF(room.left(), room.top(), room.width(), QFontMetricsF(bold).height()),
              Qt::AlignLeft | Qt::AlignVCenter, QFontMetricsF(bold).elidedText(text, Qt::ElideRight, room.width()));
}

} // namespace

void AtaWalkthrough::paintMatrix(QPainter& painter, const QRectF& area, int step, int thread,
                                 const PictureStyle& style) const {
    const AtaStep& now = at(step);
    const Colours& colours = style.colours;
    const double line = QFontMetricsF(style.font).height();
    heading(painter, area, Text::tr("A: elements read by block (%1, %2)").arg(now.block_row).arg(now.block_column),
            style, Text::tr("A, read by block (%1, %2)").arg(now.block_row).arg(now.block_column));
    const CellGrid grid(area, shape().rows, shape().cols, line + 6 * style.unit);
    paintBox(painter, grid.area, QPen(colours.outline, 1), colours.canvas);
    const QColor left = colours.strokeColour(4), right = colours.strokeColour(1);
    const int side = shape().side, tile = shape().tile();
    if (now.action != AtaAction::skip) {
        const auto panel = [&](int block, const QColor& colour) {
            const int first = block * tile, width = std::min(tile, shape().cols - first);
            painter.fillRect(grid.at(0, first, shape().rows, width), pale(colour, 0.12f));
            const int slice_rows = std::min(side, shape().rows - now.slice * side);
            if (now.action != AtaAction::write)
                painter.fillRect(grid.at(now.slice * side, first, slice_rows, width), pale(colour, 0.45f));
        };
        panel(now.block_row, left);
        if (now.block_column != now.block_row) panel(now.block_column, right);
        else if (now.action != AtaAction::write)
            painter.fillRect(grid.at(now.slice * side, now.block_row * tile, side, tile),
                             QBrush(right, Qt::BDiagPattern));
        if (now.action == AtaAction::multiply) {
            const int row = now.slice * side + now.k;
            for (const int block : {now.block_row, now.block_column}) {
                paintBox(painter, grid.at(row, block * tile, 1, std::min(tile, shape().cols - block * tile)),
                         QPen(colours.text, 2.5 * style.unit));
            }
        }
    }
    // If there is room, label each cell with the thread that loads it.
    const auto font = fittingFont(style.font, {QStringLiteral("t3")}, {grid.cell - 3, grid.cell - 2}, 15, style.unit);
    painter.setPen(QPen(colours.grid, 1));
    if (grid.cell >= 5 * style.unit) {
        for (int i = 0; i <= shape().rows; ++i)
            painter.drawLine(grid.at(i, 0).topLeft(), grid.at(i, shape().cols).topLeft());
        for (int j = 0; j <= shape().cols; ++j)
            painter.drawLine(grid.at(0, j).topLeft(), grid.at(shape().rows, j).topLeft());
    }
    if (font) {
        painter.setFont(*font);
        for (int i = 0; i < shape().rows; ++i)
            for (int j = 0; j < shape().cols; ++j) {
                const int block = j / tile;
                const bool brought = (now.action == AtaAction::fetch || now.action == AtaAction::store) &&
                                     i / side == now.slice && (block == now.block_row || block == now.block_column);
                paintText(painter, brought ? colours.text : colours.muted, grid.at(i, j), Qt::AlignCenter,
                          brought ? QStringLiteral("t%1").arg(i % side * side + j % tile % side)
                                  : stepNumber(all_.a(i, j)));
            }
    }
    // Outline the elements that the selected thread loads.
    if (now.action == AtaAction::fetch || now.action == AtaAction::store) {
        painter.setBrush(Qt::NoBrush);
        for (const auto& elements : {all_.fetched_left(now, thread), all_.fetched_right(now, thread)})
            for (const auto& [row, col] : elements) {
                if (row >= shape().rows || col >= shape().cols) continue;
                painter.setPen(QPen(colours.text, 2.5 * style.unit));
                painter.drawRect(grid.at(row, col));
            }
    }
    QFont small = style.font;
    painter.setFont(small);
    const double below = grid.area.bottom() + 4 * style.unit;
    if (below + 2 * line > area.bottom()) return;
    const QFontMetricsF metrics(small);
    const auto say = [&](int row, const QColor& colour, const QString& text, const QString& shorter) {
        paintText(painter, colour, QRectF(area.left(), below + row * line, area.width(), line), Qt::AlignLeft,
                  metrics.horizontalAdvance(text) <= area.width() ? text : shorter);
    };
    say(0, left, Text::tr("■ Aᵀ: columns of A that correspond to the tile's rows"), Text::tr("■ Aᵀ: tile rows"));
    say(1, right, Text::tr("■ A: columns of A that correspond to the tile's columns"), Text::tr("■ A: tile columns"));
}

/// Paints the two shared memory arrays of the block. The array with the slice of Aᵀ, which may be padded, is above the
/// array with the slice of A. The arrays are empty until the first slice is stored. While they are being filled, the
/// cells written by the first warp are highlighted.
void AtaWalkthrough::paintShared(QPainter& painter, const QRectF& area, int step, int thread,
                                 const PictureStyle& style) const {
    const AtaStep& now = at(step);
    const Colours& colours = style.colours;
    const double line = QFontMetricsF(style.font).height(), unit = style.unit;
    const int side = shape().side, tile = shape().tile(), stride = shape().stride();
    heading(painter, area, Text::tr("Shared memory"), style);
    int held = -1; // index of the slice of A in shared memory; -1 if none
    for (int s = step; s >= 0 && held < 0; --s) {
        if (at(s).block_row != now.block_row || at(s).block_column != now.block_column) break;
        if (at(s).action == AtaAction::store) held = at(s).slice;
    }
    const bool fills = now.action == AtaAction::store, multiplies = now.action == AtaAction::multiply;
    const double gap = 1.4 * line, below = 2 * line;
    // At a large font scale, make both shared memory arrays smaller, so that they are visible without scrolling.
    const double most = unit < 1.5 ? area.width() : 14 * unit;
    const double cell = std::min(
        {area.width() / std::max(stride, tile), (area.height() - 2 * line - gap - below) / (tile + side), most});
    const double top = area.top() + line + 6 * unit;
    const auto font = fittingFont(style.font, {QStringLiteral("88")}, {cell - 2, cell - 2}, 14, unit);
    const auto paint_array = [&](double y, int rows, int cols, int padded, const QColor& colour, auto value, auto owner,
                                 auto is_read, auto is_own) {
        for (int r = 0; r < rows; ++r)
            for (int c = 0; c < padded; ++c) {
                const QRectF box(area.left() + c * cell, y + r * cell, cell, cell);
                const bool is_padding = c >= cols, is_full = held >= 0 && !is_padding;
                if (is_padding) painter.fillRect(box, QBrush(colours.padding, Qt::BDiagPattern));
                if (is_full) painter.fillRect(box, pale(colour, 0.22F));
                // While the shared memory arrays are being filled, emphasize the cells of the first warp.
                if (is_full && fills)
                    painter.fillRect(box, owner(r, c) < simulated::warp_size ? colours.active_lane
                                                                             : pale(colours.active_lane, 0.45F));
                if (is_full && multiplies && is_read(r, c)) painter.fillRect(box, pale(colour, 0.75F));
                painter.setPen(QPen(colours.grid, 1));
                painter.setBrush(Qt::NoBrush);
                if (cell >= 4 * unit) painter.drawRect(box);
                if (is_full && font) {
                    painter.setFont(*font);
                    paintText(painter,
                              fills && owner(r, c) < simulated::warp_size ? inkOn(colours.active_lane) : colours.text,
                              box, Qt::AlignCenter, stepNumber(value(r, c), 2));
                }
            }
        painter.setPen(QPen(colours.outline, 1));
        painter.drawRect(QRectF(area.left(), y, padded * cell, rows * cell));
        painter.setPen(QPen(colours.text, 2 * unit));
        for (int r = 0; r < rows && held >= 0; ++r)
            for (int c = 0; c < cols; ++c)
                if (is_own(r, c)) painter.drawRect(QRectF(area.left() + c * cell, y + r * cell, cell, cell));
    };
    const int x = thread % side, y = thread / side;
    paint_array(
        top, tile, side, stride, colours.strokeColour(4),
        [&](int r, int c) { return all_.a(held * side + c, now.block_row * tile + r); },
        [&](int r, int c) { return c * side + r % side; }, [&](int, int c) { return c == now.k; },
        [&](int r, int c) { return fills ? r % side == x && c == y : multiplies && c == now.k && r % side == y; });
    const double second = top + tile * cell + gap;
    paint_array(
        second, side, tile, tile, colours.strokeColour(1),
        [&](int r, int c) { return all_.a(held * side + r, now.block_column * tile + c); },
        [&](int r, int c) { return r * side + c % side; }, [&](int r, int) { return r == now.k; },
        [&](int r, int c) { return fills ? c % side == x && r == y : multiplies && r == now.k && c % side == x; });
    painter.setFont(style.font);
    paintText(painter, colours.strokeColour(4), QRectF(area.left(), top + tile * cell, area.width(), gap),
              Qt::AlignLeft | Qt::AlignVCenter, held < 0 ? Text::tr("Aᵀ: empty") : Text::tr("Aᵀ: slice %1").arg(held));
    paintText(painter, colours.strokeColour(1), QRectF(area.left(), second + side * cell, area.width(), line * 1.2),
              Qt::AlignLeft | Qt::AlignVCenter, held < 0 ? Text::tr("A: empty") : Text::tr("A: slice %1").arg(held));
    if (!fills) return;
    paintText(painter, colours.text, QRectF(area.left(), second + side * cell + line, area.width(), line * 1.2),
              Qt::AlignLeft | Qt::AlignVCenter,
              QFontMetricsF(style.font).elidedText(Text::tr("blue: being filled"), Qt::ElideRight, area.width()));
}

void AtaWalkthrough::paintResult(QPainter& painter, const QRectF& area, int step, int thread,
                                 const PictureStyle& style) const {
    const AtaStep& now = at(step);
    const Colours& colours = style.colours;
    const double line = QFontMetricsF(style.font).height();
    heading(painter, area, Text::tr("C, computed block by block"), style, Text::tr("C"));
    const int across = shape().across(), tile = shape().tile();
    const CellGrid grid(area, across * tile, across * tile, line + 6 * style.unit);
    painter.setFont(style.font);
    for (int row = 0; row < across; ++row)
        for (int column = 0; column < across; ++column) {
            const QRectF box = grid.at(row * tile, column * tile, tile, tile).adjusted(1, 1, -1, -1);
            const bool skipped = shape().symmetric && row > column;
            const bool current = row == now.block_row && column == now.block_column;
            const int order = row * across + column, at_order = now.block_row * across + now.block_column;
            const bool done = order < at_order || (current && now.action == AtaAction::write);
            const int mirror = column * across + row;
            const bool mirrored =
                skipped && (mirror < at_order || (mirror == at_order && now.action == AtaAction::write));
            paintBox(painter, box, QPen(colours.outline, 1),
                     skipped ? colours.waiting_lane
                     : done  ? pale(colours.used, 0.5f)
                             : colours.canvas);
            if (skipped) painter.fillRect(box, QBrush(mirrored ? colours.used : colours.padding, Qt::BDiagPattern));
            if (current) {
                paintBox(painter, box, QPen(colours.accent, 3 * style.unit),
                         skipped ? QBrush(Qt::NoBrush)
                         : done  ? QBrush(pale(colours.used, 0.5f))
                                 : QBrush(pale(colours.accent, 0.15f)));
            }
            painter.setPen(colours.text);
            const QString label = skipped   ? (mirrored ? Text::tr("mirror") : Text::tr("skipped"))
                                  : done    ? Text::tr("done")
                                  : current ? Text::tr("now")
                                            : QString();
            // Omit the label in the area of the current block, which shows the results of a thread instead.
            if (!current || now.action == AtaAction::skip)
                painter.drawText(box, Qt::AlignCenter,
                                 QFontMetricsF(style.font).elidedText(label, Qt::ElideRight, box.width()));
        }
    if (now.action == AtaAction::skip) return;
    // Adjacent results of the selected thread are `side` cells apart.
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.accent);
    for (int r = 0; r < shape().each; ++r)
        for (int q = 0; q < shape().each; ++q) {
            const QRectF cell = grid.at(now.block_row * tile + thread / shape().side + r * shape().side,
                                        now.block_column * tile + thread % shape().side + q * shape().side);
            const double least = 4 * style.unit;
            painter.drawRect(QRectF(cell.center().x() - std::max(least, cell.width()) / 2,
                                    cell.center().y() - std::max(least, cell.height()) / 2,
                                    std::max(least, cell.width()), std::max(least, cell.height())));
        }
}

void AtaWalkthrough::paintRegisters(QPainter& painter, const QRectF& area, int step, int thread,
                                    const PictureStyle& style) const {
    const AtaStep& now = at(step);
    const Colours& colours = style.colours;
    const double line = QFontMetricsF(style.font).height();
    const walkthrough::AtaRegisters held = all_.registers(step, thread);
    heading(painter, area, Text::tr("Registers of thread (%1, %2)").arg(held.x).arg(held.y), style,
            Text::tr("Registers (%1, %2)").arg(held.x).arg(held.y));
    if (now.action == AtaAction::skip) {
        painter.setFont(style.font);
        paintText(painter, colours.muted, area.adjusted(0, 2 * line, 0, 0),
                  Qt::AlignTop | Qt::AlignHCenter | Qt::TextWordWrap, Text::tr("thread has returned"));
        return;
    }
    const int each = shape().each;
    const double room = std::min(area.width() / (each + 1.3), (area.height() - 3.2 * line) / (each + 1.3));
    const double cell = std::min(room, (style.unit < 1.5 ? 60 : 24) * style.unit),
                 top = area.top() + line + 8 * style.unit;
    const double x0 = area.left() + 1.3 * cell, y0 = top + 1.3 * cell;
    const auto font = fittingFont(style.font, {QStringLiteral("888")}, {cell - 6, cell - 4}, 20, style.unit);
    const auto box = [&](double x, double y, const QString& text, const QColor& fill, const QColor& edge) {
        painter.setPen(QPen(edge, 2 * style.unit));
        painter.setBrush(fill);
        const QRectF where = QRectF(x, y, cell, cell).adjusted(2, 2, -2, -2);
        painter.drawRect(where);
        if (!font) return;
        painter.setFont(*font);
        paintText(painter, fill.alpha() == 255 ? inkOn(fill) : colours.text, where, Qt::AlignCenter, text);
    };
    const bool multiplies = now.action == AtaAction::multiply;
    const QColor empty = Qt::transparent;
    for (int e = 0; e < each; ++e) {
        const auto at_e = static_cast<std::size_t>(e);
        box(area.left(), y0 + e * cell, multiplies ? stepNumber(held.left[at_e]) : QString(),
            multiplies ? pale(colours.strokeColour(4), 0.25f) : empty, colours.strokeColour(4));
        box(x0 + e * cell, top, multiplies ? stepNumber(held.right[at_e]) : QString(),
            multiplies ? pale(colours.strokeColour(1), 0.25f) : empty, colours.strokeColour(1));
        for (int q = 0; q < each; ++q)
            box(x0 + q * cell, y0 + e * cell, stepNumber(held.sum[e * each + q]),
                multiplies                       ? colours.active_lane
                : now.action == AtaAction::write ? colours.used
                                                 : empty,
                colours.outline);
    }
    painter.setFont(style.font);
    paintText(painter, colours.muted, QRectF(area.left(), top, 1.25 * cell, 1.25 * cell), Qt::AlignCenter,
              Text::tr("rAᵀ ↓\nrA →"));
    const auto values = [](const std::vector<double>& numbers) {
        QStringList texts;
        for (const double value : numbers) texts << stepNumber(value);
        return texts.join(QStringLiteral(" "));
    };
    const double below = y0 + each * cell + 4 * style.unit;
    if (held.next_left.empty() || below + line > area.bottom() + 2) return;
    paintText(painter, colours.text, QRectF(area.left(), below, area.width(), line), Qt::AlignLeft,
              Text::tr("prefetched values: %1 | %2").arg(values(held.next_left), values(held.next_right)));
}

void AtaWalkthrough::paintTimeLine(QPainter& painter, const QRectF& area, int step, const PictureStyle& style) const {
    const AtaStep& now = at(step);
    const Colours& colours = style.colours;
    const QFontMetricsF metrics(style.font);
    const double line = metrics.height(),
                 label = metrics.horizontalAdvance(Text::tr("without prefetching")) + 10 * style.unit;
    const double height = 1.15 * line;
    const double whole = walkthrough::ata_time_line(shape(), false).back().end;
    const double width = (area.width() - label) / whole;
    double y = area.top();
    painter.setFont(style.font);
    for (const bool prefetch : {false, true}) {
        const bool chosen = prefetch == shape().prefetch;
        paintText(painter, chosen ? colours.text : colours.muted,
                  QRectF(area.left(), y, label, prefetch ? 2 * height : height), Qt::AlignLeft | Qt::AlignVCenter,
                  prefetch ? Text::tr("with prefetching") : Text::tr("without prefetching"));
        for (const AtaSpan& span : walkthrough::ata_time_line(shape(), prefetch)) {
            const bool memory = span.action == AtaAction::fetch;
            const QRectF box = QRectF(area.left() + label + span.begin * width, y + (memory ? 0 : height),
                                      (span.end - span.begin) * width, height)
                                   .adjusted(0, 0, -1.5, -1.5);
            const bool current = chosen && now.action != AtaAction::skip && now.action != AtaAction::write &&
                                 span.action == now.action && span.slice == now.slice;
            QColor fill = memory                            ? colours.seriesColour(1)
                          : span.action == AtaAction::store ? colours.seriesColour(4)
                                                            : colours.active_lane;
            if (!chosen) fill.setAlphaF(0.5f);
            painter.fillRect(box, fill);
            painter.setPen(chosen ? inkOn(fill) : colours.text);
            const QString name = memory                            ? Text::tr("fetch %1").arg(span.slice)
                                 : span.action == AtaAction::store ? QString()
                                                                   : Text::tr("multiply %1").arg(span.slice);
            if (metrics.horizontalAdvance(name) < box.width()) painter.drawText(box, Qt::AlignCenter, name);
            if (!current) continue;
            paintBox(painter, box, QPen(colours.text, 2.5 * style.unit));
        }
        y += 2 * height + 6 * style.unit;
    }
    // Add a legend, because the cells are too small for labels.
    const double box = line * 0.65;
    painter.fillRect(QRectF(area.left(), area.top() + 2 * height - box, box, box), colours.seriesColour(4));
    paintText(painter, colours.text,
              QRectF(area.left() + box + 4 * style.unit, area.top() + 2 * height - line * 0.85, label, line),
              Qt::AlignLeft | Qt::AlignVCenter, Text::tr("store"));
}

void AtaWalkthrough::paint(QPainter& painter, const QRectF& area, int step, int chosen,
                           const PictureStyle& style) const {
    const AtaFrame frame(area, style);
    const int thread = shownThread(chosen);
    paintMatrix(painter, frame.a, step, thread, style);
    paintShared(painter, frame.shared, step, thread, style);
    paintResult(painter, frame.c, step, thread, style);
    paintRegisters(painter, frame.registers, step, thread, style);
    paintTimeLine(painter, frame.time, step, style);
}

int AtaWalkthrough::itemAt(const QRectF& area, const QPointF& point, int step, const PictureStyle& style) const {
    const AtaFrame frame(area, style);
    const double title = QFontMetricsF(style.font).height() + 6 * style.unit;
    const CellGrid grid(frame.c, shape().across() * shape().tile(), shape().across() * shape().tile(), title);
    const QRectF block = grid.at(at(step).block_row * shape().tile(), at(step).block_column * shape().tile(),
                                 shape().tile(), shape().tile());
    if (!block.contains(point)) return -1;
    const int row = static_cast<int>((point.y() - block.top()) / grid.cell),
              col = static_cast<int>((point.x() - block.left()) / grid.cell);
    return row % shape().side * shape().side + col % shape().side;
}

} // namespace warploom::ui
