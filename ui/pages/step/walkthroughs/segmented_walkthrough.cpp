// Paints the figure of a segmented sum: the matrix entries as a band, the 32 lanes with their values before and after
// the step, y, and the carries.
#include "ui/pages/step/walkthroughs/segmented_walkthrough.h"

#include "ui/pages/step/walkthroughs/step_painting.h"
#include "ui/style/text.h"

#include <QFontMetricsF>

#include <algorithm>

namespace warploom::ui {

using walkthrough::LaneState;
using walkthrough::SegmentedAction;
using walkthrough::SegmentedStep;

namespace {

QString action_text(SegmentedAction action) {
    switch (action) {
    case SegmentedAction::product: return Text::tr("multiply");
    case SegmentedAction::heads: return Text::tr("find the row starts");
    case SegmentedAction::stride: return Text::tr("stride");
    case SegmentedAction::open: return Text::tr("continue the unfinished row");
    case SegmentedAction::write: return Text::tr("write");
    case SegmentedAction::carry: return Text::tr("carry");
    case SegmentedAction::serial: return Text::tr("tail");
    case SegmentedAction::update: break;
    }
    return Text::tr("add carries");
}

QString rows_text(const std::vector<int>& rows) {
    QStringList names;
    for (const int row : rows) {
        const QString name = QStringLiteral("y[%1]").arg(row);
        if (!names.contains(name)) names << name;
    }
    return names.isEmpty() ? Text::tr("nothing") : names.join(QStringLiteral(", "));
}

} // namespace

SegmentedWalkthrough::SegmentedWalkthrough(bool ranges) : all_(walkthrough::segmented_example()), ranges_(ranges) {}

QString SegmentedWalkthrough::title() const {
    return Text::tr("COO, segmented sums · %1 entries, %2 rows, two warps").arg(all_.row.size()).arg(all_.rows);
}

std::array<LaneState, walkthrough::lanes> SegmentedWalkthrough::before(int step) const {
    const SegmentedStep& now = at(step);
    const bool begins = now.action == SegmentedAction::product || now.action == SegmentedAction::serial ||
                        now.action == SegmentedAction::update;
    return step == 0 || begins ? std::array<LaneState, walkthrough::lanes>{} : at(step - 1).lane;
}

int SegmentedWalkthrough::shownLane(int step, int chosen) const {
    if (chosen >= 0 && chosen < walkthrough::lanes) return chosen;
    const SegmentedStep& now = at(step);
    // At the end, the last lane of each matrix row holds the sum of that row.
    for (int lane = 0; lane < walkthrough::lanes; ++lane)
        if (now.lane[lane].writes) return lane;
    return now.action == SegmentedAction::serial ? 0 : now.group == 0 && now.warp == 0 ? 17 : walkthrough::lanes - 1;
}

QString SegmentedWalkthrough::sumText(const walkthrough::PartialSum& sum) const {
    if (sum.is_empty()) return QStringLiteral("–");
    if (!ranges_) return stepNumber(sum.value);
    return sum.first == sum.last ? QString::number(sum.first) : QStringLiteral("%1–%2").arg(sum.first).arg(sum.last);
}

QString SegmentedWalkthrough::sentence(int step) const {
    const SegmentedStep& now = at(step);
    const auto with_entries = [&now](const QString& pattern) {
        return pattern.arg(now.warp).arg(now.lane[0].entry).arg(now.lane[31].entry);
    };
    switch (now.action) {
    case SegmentedAction::product:
        return with_entries(
            Text::tr("Warp %1, entries %2 to %3: each lane reads one entry and multiplies it by the matching element "
                     "of x. In this example, every product is 1, so each sum is the number of entries added."));
    case SegmentedAction::heads: {
        int heads = 0;
        for (const LaneState& lane : now.lane) heads += lane.is_head ? 1 : 0;
        if (heads == 0)
            return with_entries(
                Text::tr("Warp %1, entries %2 to %3: no row starts here. All 32 entries belong to the unfinished row. "
                         "(In this case, the kernel defers the additions across lanes.)"));
        const QString text =
            with_entries(Text::tr("Warp %1, entries %2 to %3: each lane compares its row with that of the previous "
                                  "lane, and the lanes vote. %n lanes hold the first entry of a row.",
                                  nullptr, heads));
        return now.written.empty()
                   ? text
                   : paragraph({text, Text::tr("The unfinished row is now complete, and its sum is written to %1.")
                                          .arg(rows_text(now.written))});
    }
    case SegmentedAction::stride:
        return Text::tr("Stride %1: each lane adds the sum of the lane %1 positions before it, unless that lane "
                        "belongs to a different row. %n lanes add a sum; %2 do not.",
                        nullptr, now.adding)
            .arg(now.distance)
            .arg(walkthrough::lanes - now.adding);
    case SegmentedAction::open:
        return Text::tr("The unfinished row of the previous group continues. Its partial sum is added to the %n lanes "
                        "of the first segment.",
                        nullptr, now.adding);
    case SegmentedAction::write:
        return Text::tr("A row is complete if the next lane belongs to a different row. Results written: %1. The row "
                        "of lane 31 remains unfinished.")
            .arg(rows_text(now.written));
    case SegmentedAction::carry:
        return Text::tr("Warp %1 ends with row %2 unfinished. The row may continue in the next warp, so its index and "
                        "partial sum are saved as a carry.")
            .arg(now.warp)
            .arg(now.open.row);
    case SegmentedAction::serial:
        return Text::tr("The last %n entries do not fill a warp. One thread adds them sequentially, which is fast "
                        "enough for fewer than 32 entries.",
                        nullptr, now.adding);
    case SegmentedAction::update: break;
    }
    return Text::tr("Adding the carries to %1 completes y. No atomics were needed.").arg(rows_text(now.written));
}

QString SegmentedWalkthrough::formula(int step, int chosen, const Colours& colours) const {
    const SegmentedStep& now = at(step);
    const int lane = shownLane(step, chosen);
    const LaneState& state = now.lane[lane];
    QString html = Text::tr("<p><b>%1</b></p>")
                       .arg(now.action == SegmentedAction::stride ? Text::tr("Stride %1").arg(now.distance)
                                                                  : action_text(now.action));
    if (now.action == SegmentedAction::serial) {
        for (const LaneState& each : now.lane)
            if (each.entry >= 0)
                html += Text::tr("<p>y[%1] += product %2 = %3</p>")
                            .arg(each.row)
                            .arg(each.entry)
                            .arg(stepNumber(each.sum.value));
        return html;
    }
    if (now.action == SegmentedAction::update) {
        for (const walkthrough::Carry& carry : now.carries)
            html += Text::tr("<p>y[%1] += %2 <br>→ %3</p>")
                        .arg(carry.row)
                        .arg(stepNumber(carry.sum.value))
                        .arg(stepNumber(now.y[carry.row].value));
        return html;
    }
    const auto old = before(step);
    html += (state.is_head ? Text::tr("<p>Lane %1: entry %2, row %3 (first entry of the row)</p>")
                           : Text::tr("<p>Lane %1: entry %2, row %3</p>"))
                .arg(lane)
                .arg(state.entry)
                .arg(state.row);
    if (state.from >= 0)
        html += Text::tr("<p>sum = sum + sum of lane %1<br>= %2 + %3 = <b>%4</b></p>")
                    .arg(state.from)
                    .arg(sumText(old[lane].sum), sumText(old[state.from].sum), sumText(state.sum));
    else if (state.refused >= 0)
        html += Text::tr("<p>Lane %1 <span style='color:%2'>belongs to a different row</span>, so its sum is not "
                         "added. The sum remains <b>%3</b>.</p>")
                    .arg(QString::number(state.refused), colours.strokeColour(3).name(), sumText(state.sum));
    else html += Text::tr("<p>The sum is <b>%1</b>.</p>").arg(sumText(state.sum));
    if (!state.sum.is_empty())
        html += Text::tr("<p>The sum includes entries %1 to %2.</p>").arg(state.sum.first).arg(state.sum.last);
    if (state.writes) html += Text::tr("<p>The lane writes y[%1].</p>").arg(state.row);
    return html + Text::tr("<p>Unfinished row: %1 (partial sum: %2)</p>").arg(now.open.row).arg(sumText(now.open.sum));
}

std::vector<walkthrough::KernelLine> SegmentedWalkthrough::lines(int step) const { return {at(step).line}; }

std::optional<StepQuestion> SegmentedWalkthrough::question(int step) const {
    const SegmentedStep& now = at(step);
    switch (now.action) {
    case SegmentedAction::heads:
        return StepQuestion{Text::tr("How many of the 32 lanes hold the first entry of a row?"),
                            static_cast<int>(std::count_if(now.lane.begin(), now.lane.end(),
                                                           [](const LaneState& lane) { return lane.is_head; }))};
    case SegmentedAction::stride:
        return StepQuestion{
            Text::tr("Each lane reads the value of the lane %1 positions before it. How many lanes add that value?")
                .arg(now.distance),
            now.adding};
    case SegmentedAction::write:
        return StepQuestion{Text::tr("How many lanes write a completed row in this step?"),
                            static_cast<int>(std::count_if(now.lane.begin(), now.lane.end(),
                                                           [](const LaneState& lane) { return lane.writes; }))};
    default: return std::nullopt;
    }
}

Table SegmentedWalkthrough::table() const {
    Table table{.title = title().toStdString()};
    for (const char* name : {"step", "warp", "action", "stride", "lane", "entry", "row", "first_entry", "last_entry",
                             "sum", "added_from", "writes"})
        table.columns.push_back({name, ""});
    const auto number = [](int value) { return value < 0 ? warploom::Cell{} : warploom::Cell{std::int64_t{value}}; };
    for (int s = 0; s < steps(); ++s)
        for (int k = 0; k < walkthrough::lanes; ++k) {
            const SegmentedStep& now = at(s);
            const LaneState& lane = now.lane[k];
            if (lane.row < 0) continue;
            table.add_row({std::int64_t{s} + 1, number(now.warp), action_text(now.action).toStdString(),
                           now.distance > 0 ? number(now.distance) : warploom::Cell{}, std::int64_t{k},
                           number(lane.entry), number(lane.row), number(lane.sum.first), number(lane.sum.last),
                           lane.sum.value, number(lane.from), std::int64_t{lane.writes}});
        }
    table.facts = {{"source", "it168"}};
    return table;
}

namespace {

QColor colour_of_row(int row, const Colours& colours) { return pale(colours.seriesColour(row % 8), 0.4f); }

/// Returns whether the area is short, as at a large font scale. The lines of the figure are then closer together.
bool is_low(const QRectF& area, const PictureStyle& style) { return area.height() < 290 * style.unit; }

/// Layout of the lanes and the lines of the figure.
struct LaneFrame {
    double left, width, top, line, before, after, lines_of_box;
    LaneFrame(const QRectF& area, const PictureStyle& style, bool low) : lines_of_box(low ? 1.2 : 1.5) {
        const QFontMetricsF metrics(style.font);
        line = metrics.height();
        left = area.left() + metrics.horizontalAdvance(Text::tr("before")) + 8 * style.unit;
        width = (area.right() - left) / walkthrough::lanes;
        top = area.top();
        const double box = box_height();
        before = top + 2 * box + (low ? 4 : 6) * style.unit;
        after = std::max(before + box + (low ? 20 : 30) * style.unit, area.bottom() - box);
    }
    double box_height() const { return std::max(line * lines_of_box, 4.0); }
    QRectF box(int lane, double y) const { return {left + lane * width, y, width, box_height()}; }
};

QRectF lanes_area(const QRectF& area, const PictureStyle& style) {
    const double line = QFontMetricsF(style.font).height();
    if (is_low(area, style)) return area.adjusted(0, 2.2 * line + 4 * style.unit, 0, -(2.5 * line + 9 * style.unit));
    return area.adjusted(0, 3 * line + 10 * style.unit, 0, -(3.2 * line + 16 * style.unit));
}

} // namespace

void SegmentedWalkthrough::paintEntries(QPainter& painter, const QRectF& area, int step,
                                        const PictureStyle& style) const {
    const SegmentedStep& now = at(step);
    const QFontMetricsF metrics(style.font);
    const double line = metrics.height(), width = area.width() / static_cast<double>(all_.row.size());
    const double top = area.top() + line + 2 * style.unit;
    painter.setFont(style.font);
    const auto box_of = [&](std::size_t first, std::size_t count) {
        return QRectF(area.left() + static_cast<double>(first) * width, top, static_cast<double>(count) * width, line);
    };
    for (std::size_t k = 0, end = 0; k < all_.row.size(); k = end) {
        while (end < all_.row.size() && all_.row[end] == all_.row[k]) ++end;
        painter.fillRect(box_of(k, end - k), colour_of_row(all_.row[k], style.colours));
    }
    const auto tail = static_cast<std::size_t>(all_.parallel);
    painter.fillRect(box_of(tail, all_.row.size() - tail), QBrush(style.colours.text, Qt::BDiagPattern));
    for (std::size_t k = 0, end = 0; k < all_.row.size(); k = end) {
        while (end < all_.row.size() && all_.row[end] == all_.row[k]) ++end;
        const QRectF room = box_of(k, end - k);
        paintStroke(painter, QPen(style.colours.text, 1), room.topLeft(), room.bottomLeft());
        const QString name = Text::tr("row %1").arg(all_.row[k]);
        painter.drawText(room, Qt::AlignCenter,
                         metrics.horizontalAdvance(name) < room.width() ? name : QString::number(all_.row[k]));
    }
    painter.setPen(style.colours.text);
    for (int first = 0; first < all_.parallel; first += all_.interval) {
        const double x = area.left() + first * width;
        painter.drawText(QRectF(x, area.top(), all_.interval * width, line), Qt::AlignLeft | Qt::AlignVCenter,
                         Text::tr("warp %1").arg(first / all_.interval));
        paintStroke(painter, QPen(style.colours.text, 2 * style.unit), QPointF(x, area.top() + 2),
                    QPointF(x, top + line));
    }
    painter.drawText(QRectF(area.left(), area.top(), area.width(), line), Qt::AlignRight | Qt::AlignVCenter,
                     Text::tr("tail"));
    // Draw a frame around the matrix entries that are being processed.
    int first = now.lane[0].entry, last = first;
    for (const LaneState& lane : now.lane) last = std::max(last, lane.entry);
    if (first < 0) return;
    paintBox(painter, QRectF(area.left() + first * width, top - 2, (last - first + 1) * width, line + 4),
             QPen(style.colours.accent, 3 * style.unit));
}

void SegmentedWalkthrough::paintLanes(QPainter& painter, const QRectF& area, int step, int chosen,
                                      const PictureStyle& style) const {
    const SegmentedStep& now = at(step);
    const LaneFrame frame(lanes_area(area, style), style, is_low(area, style));
    const Colours& colours = style.colours;
    const auto old = before(step);
    const int shown = shownLane(step, chosen);
    const bool first = old[0].row < 0; // before the first step, the lane has no previous value
    const auto caption = [&](double y, const QString& text) {
        painter.setFont(style.font);
        paintText(painter, colours.muted,
                  QRectF(area.left(), y, frame.left - area.left() - 6 * style.unit, frame.box_height()),
                  Qt::AlignRight | Qt::AlignVCenter, text);
    };
    caption(frame.top, now.action == SegmentedAction::serial   ? Text::tr("order")
                       : now.action == SegmentedAction::update ? Text::tr("carry")
                                                               : Text::tr("lane"));
    caption(frame.top + frame.box_height(), Text::tr("row"));
    if (!first) caption(frame.before, Text::tr("before"));
    caption(frame.after, first ? Text::tr("sum") : Text::tr("after"));
    const double room = frame.width - 3;
    const auto numbers = fittingFont(
        style.font,
        {ranges_ && now.lane[0].entry + walkthrough::lanes > 100 ? QStringLiteral("888") : QStringLiteral("88")},
        {room, frame.box_height() - 6 * style.unit}, 17, style.unit);
    const auto text = [&](const QRectF& box, const QString& label) {
        if (!numbers) return;
        // Break long ranges of entries into two lines.
        const QFontMetricsF metrics(*numbers);
        painter.setFont(*numbers);
        if (metrics.horizontalAdvance(label) <= room || !label.contains(QChar(0x2013)))
            return painter.drawText(box, Qt::AlignCenter, label);
        QFont tiny = *numbers;
        tiny.setPixelSize(std::max(static_cast<int>(9 * style.unit), static_cast<int>(box.height() * 0.46)));
        painter.setFont(tiny);
        painter.drawText(box.adjusted(0, 0, 0, -box.height() / 2), Qt::AlignCenter, label.section(QChar(0x2013), 0, 0));
        painter.drawText(box.adjusted(0, box.height() / 2, 0, 0), Qt::AlignCenter, label.section(QChar(0x2013), 1));
    };
    const auto sum_box = [&](const LaneState& lane, int k, double y, bool after) {
        QRectF box = frame.box(k, y).adjusted(1, 0, -1, 0);
        if (ranges_) box.setTop(box.top() - frame.line * 0.5);
        QColor fill = colour_of_row(std::max(0, lane.row), colours);
        QColor ink = colours.text;
        if (after && lane.writes) {
            fill = colours.used;
            ink = inkOn(fill);
        } else if (after &&
                   (lane.from >= 0 || (now.action == SegmentedAction::open && lane.sum.first != old[k].sum.first))) {
            fill = colours.active_lane;
            ink = inkOn(fill);
        }
        paintBox(
            painter, box,
            QPen(after && k == shown ? colours.text : colours.outline, (after && k == shown ? 2.5 : 1) * style.unit),
            fill);
        painter.setPen(ink);
        text(box, sumText(lane.sum));
    };
    for (int k = 0; k < walkthrough::lanes; ++k) {
        const LaneState& lane = now.lane[k];
        if (lane.row < 0) continue;
        painter.setPen(k == shown ? colours.text : colours.muted);
        text(frame.box(k, frame.top), QString::number(k));
        const QRectF row = frame.box(k, frame.top + frame.box_height()).adjusted(1, 0, -1, 0);
        paintBox(painter, row, QPen(colours.outline, 1), colour_of_row(lane.row, colours));
        painter.setPen(colours.text);
        text(row, QString::number(lane.row));
        if (lane.is_head) {
            paintStroke(painter, QPen(colours.text, 3 * style.unit), row.topLeft() - QPointF(1, 2),
                        row.bottomLeft() - QPointF(1, -2));
        }
        if (old[k].row >= 0) sum_box(old[k], k, frame.before, false);
        sum_box(lane, k, frame.after, true);
    }
    if (now.action != SegmentedAction::stride) return;
    const double from = frame.before + frame.box_height() + 2, to = frame.after - 3 - (ranges_ ? frame.line * 0.5 : 0);
    for (const bool strong : {false, true})
        for (int k = 0; k < walkthrough::lanes; ++k) {
            const LaneState& lane = now.lane[k];
            if ((k == shown) != strong) continue;
            const QPointF end(frame.box(k, 0).center().x(), to);
            if (lane.from >= 0) {
                paintArrow(painter, {frame.box(lane.from, 0).center().x(), from}, end,
                           QPen(colours.active_lane, (strong ? 3 : 1.6) * style.unit), 6 * style.unit);
            } else if (lane.refused >= 0) { // the lane must not add this sum, because it belongs to a different row
                const QPointF begin(frame.box(lane.refused, 0).center().x(), from), stop = begin + 0.45 * (end - begin);
                painter.save();
                painter.setRenderHint(QPainter::Antialiasing);
                paintStroke(painter, QPen(colours.strokeColour(3), (strong ? 2.5 : 1.5) * style.unit, Qt::DashLine),
                            begin, stop);
                painter.setPen(QPen(colours.strokeColour(3), 2 * style.unit));
                const double arm = 3.5 * style.unit;
                painter.drawLine(stop + QPointF(-arm, -arm), stop + QPointF(arm, arm));
                painter.drawLine(stop + QPointF(-arm, arm), stop + QPointF(arm, -arm));
                painter.restore();
            }
        }
}

void SegmentedWalkthrough::paintResults(QPainter& painter, const QRectF& area, int step,
                                        const PictureStyle& style) const {
    const SegmentedStep& now = at(step);
    const QFontMetricsF metrics(style.font);
    const double line = metrics.height(), height = line * 1.25,
                 label = metrics.horizontalAdvance(Text::tr("carries")) + 8 * style.unit;
    painter.setFont(style.font);
    const auto caption = [&](double y, const QString& text) {
        paintText(painter, style.colours.muted, QRectF(area.left(), y, label - 6 * style.unit, height),
                  Qt::AlignRight | Qt::AlignVCenter, text);
    };
    const auto box = [&](const QRectF& room, const QString& what, const QColor& fill, bool strong) {
        paintBox(painter, room,
                 QPen(strong ? style.colours.text : style.colours.outline, (strong ? 2.5 : 1) * style.unit), fill);
        paintText(painter, fill.alpha() == 255 ? inkOn(fill) : style.colours.text, room, Qt::AlignCenter,
                  metrics.elidedText(what, Qt::ElideRight, room.width()));
    };
    caption(area.top(), Text::tr("y"));
    const double width = (area.width() - label) / std::max(1, all_.rows);
    for (int row = 0; row < all_.rows; ++row) {
        const bool written = std::find(now.written.begin(), now.written.end(), row) != now.written.end();
        const walkthrough::PartialSum& sum = now.y[row];
        box(QRectF(area.left() + label + row * width, area.top(), width - 2, height),
            QStringLiteral("y[%1] = %2").arg(row).arg(sum.is_empty() ? QStringLiteral("0") : stepNumber(sum.value)),
            written          ? style.colours.used
            : sum.is_empty() ? style.colours.canvas
                             : colour_of_row(row, style.colours),
            written);
    }
    const double below = std::min(area.top() + height + 8 * style.unit, area.bottom() - height);
    caption(below, Text::tr("carries"));
    double x = area.left() + label;
    const double wide = std::min(
        metrics.horizontalAdvance(Text::tr("warp %1: row %2, sum %3").arg(0).arg(0).arg(QStringLiteral("00"))) +
            16 * style.unit,
        (area.width() - label) / 3);
    for (std::size_t i = 0; i < now.carries.size(); ++i, x += wide + 6 * style.unit) {
        const walkthrough::Carry& carry = now.carries[i];
        const bool strong = now.action == SegmentedAction::update ||
                            (now.action == SegmentedAction::carry && i + 1 == now.carries.size());
        box(QRectF(x, below, wide, height),
            Text::tr("warp %1: row %2, sum %3").arg(i).arg(carry.row).arg(stepNumber(carry.sum.value)),
            colour_of_row(carry.row, style.colours), strong);
    }
    if (now.open.row >= 0 && now.warp >= 0) {
        const QString open_row =
            Text::tr("Unfinished row: %1 (partial sum: %2)").arg(now.open.row).arg(stepNumber(now.open.sum.value));
        const double room = metrics.horizontalAdvance(open_row) + 16 * style.unit;
        box(QRectF(area.right() - room - 2, below, room, height), open_row, colour_of_row(now.open.row, style.colours),
            false);
    }
}

void SegmentedWalkthrough::paint(QPainter& painter, const QRectF& area, int step, int chosen,
                                 const PictureStyle& style) const {
    const double line = QFontMetricsF(style.font).height();
    paintEntries(painter, area, step, style);
    paintLanes(painter, area, step, chosen, style);
    const double high = 2.5 * line + (is_low(area, style) ? 4 : 10) * style.unit;
    paintResults(painter, QRectF(area.left(), area.bottom() - high, area.width(), high), step, style);
}

int SegmentedWalkthrough::itemAt(const QRectF& area, const QPointF& point, int, const PictureStyle& style) const {
    const QRectF room = lanes_area(area, style);
    const LaneFrame frame(room, style, is_low(area, style));
    if (point.y() < room.top() || point.y() > room.bottom() || point.x() < frame.left || frame.width <= 0) return -1;
    const int lane = static_cast<int>((point.x() - frame.left) / frame.width);
    return lane < walkthrough::lanes ? lane : -1;
}

} // namespace warploom::ui
