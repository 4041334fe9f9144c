#include "ui/pages/model/schedule_view.h"

#include "ui/charts/plot_kind.h"
#include "ui/components/traces/model_tables.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <map>

namespace warploom::ui {
namespace {

/// Returns the total time during which a multiprocessor runs at least one block. `spans` contains the start and end
/// times of its blocks, sorted by start time.
double busy_time(const std::vector<std::pair<double, double>>& spans) {
    double sum = 0, until = 0;
    for (const auto& [start, end] : spans) {
        sum += std::max(0.0, end - std::max(start, until));
        until = std::max(until, end);
    }
    return sum;
}

} // namespace

ScheduleLayout layoutSchedule(const protocol::Trace& trace) {
    ScheduleLayout layout;
    std::map<std::pair<int, std::int64_t>, const protocol::TraceBlock*> traced;
    for (const protocol::TraceBlock& block : trace.blocks) traced[{block.launch, block.block}] = &block;
    layout.multiprocessors = trace.card.multiprocessors;
    for (const protocol::TraceLaunch& launch : trace.launches)
        for (const simulated::ScheduledBlock& s : launch.schedule)
            layout.multiprocessors = std::max(layout.multiprocessors, s.multiprocessor + 1);
    if (layout.multiprocessors == 0) return layout;

    double offset = 0, idle = 0, room = 0;
    for (std::size_t l = 0; l < trace.launches.size(); ++l) {
        const protocol::TraceLaunch& launch = trace.launches[l];
        layout.every = std::max(layout.every, launch.schedule_every);
        std::vector<const simulated::ScheduledBlock*> order;
        for (const simulated::ScheduledBlock& s : launch.schedule) order.push_back(&s);
        std::stable_sort(order.begin(), order.end(),
                         [](const auto* a, const auto* b) { return a->start_ns < b->start_ns; });
        const auto count = static_cast<std::size_t>(layout.multiprocessors);
        std::vector<std::vector<double>> free_at(count);
        std::vector<std::vector<std::pair<double, double>>> spans(count);
        std::vector<double> until(count, offset);
        double start = order.empty() ? 0 : order.front()->start_ns, end = 0;
        for (const simulated::ScheduledBlock* s : order) {
            PlacedBlock placed;
            placed.block = s->block;
            placed.launch = static_cast<int>(l);
            placed.multiprocessor = s->multiprocessor;
            placed.start_ns = offset + s->start_ns;
            placed.end_ns = offset + s->end_ns;
            const auto mp = static_cast<std::size_t>(s->multiprocessor);
            // A block may start exactly when another one ends. Allow for rounding errors.
            const double slack = 1e-9 * (s->end_ns - s->start_ns);
            auto& places = free_at[mp];
            std::size_t place = 0;
            while (place < places.size() && places[place] > s->start_ns + slack) ++place;
            if (place == places.size()) places.push_back(0);
            places[place] = s->end_ns;
            placed.place = static_cast<int>(place);
            layout.places = std::max(layout.places, static_cast<int>(places.size()));
            if (const auto found = traced.find({placed.launch, s->block}); found != traced.end()) {
                placed.transactions = found->second->transactions;
                if (found->second->has_rows()) {
                    placed.first_row = found->second->first_row;
                    placed.last_row = found->second->last_row;
                }
            }
            spans[mp].emplace_back(s->start_ns, s->end_ns);
            until[mp] = std::max(until[mp], placed.end_ns);
            end = std::max(end, s->end_ns);
            if (layout.last < 0 || placed.end_ns > layout.blocks[layout.last].end_ns)
                layout.last = static_cast<int>(layout.blocks.size());
            const double ns = placed.ns();
            layout.shortest_ns = layout.blocks.empty() ? ns : std::min(layout.shortest_ns, ns);
            layout.longest_ns = std::max(layout.longest_ns, ns);
            layout.blocks.push_back(placed);
        }
        if (!order.empty()) {
            room += (end - start) * static_cast<double>(count);
            for (const auto& one : spans) idle += (end - start) - busy_time(one);
        }
        layout.launch_start_ns.push_back(offset + start);
        layout.launch_end_ns.push_back(offset + end);
        layout.busy_until_ns.push_back(std::move(until));
        layout.end_ns = std::max(layout.end_ns, offset + end);
        offset += std::max(launch.ns, end);
    }
    layout.idle_share = room > 0 ? std::clamp(idle / room, 0.0, 1.0) : 0;
    return layout;
}

Table scheduleTable(const ScheduleLayout& layout, const protocol::Trace& trace) {
    Table table{.title = "block schedule"};
    addTraceFacts(table, trace);
    if (layout.every > 1)
        table.facts.emplace_back("listed", Text::tr("1 in %n blocks", nullptr, layout.every).toStdString());
    table.columns = {{"launch", ""},   {"block", ""},       {"multiprocessor", ""}, {"kind", ""},
                     {"start", "ns"},  {"end", "ns"},       {"duration", "ns"},     {"first_row", ""},
                     {"last_row", ""}, {"transactions", ""}};
    const auto known = [](std::int64_t row) { return row < 0 ? Cell() : Cell(row); };
    for (const PlacedBlock& b : layout.blocks)
        table.add_row({std::int64_t{b.launch}, b.block, std::int64_t{b.multiprocessor}, kindCell(PlotKind::modelled),
                       b.start_ns, b.end_ns, b.ns(), known(b.first_row), known(b.last_row),
                       number_cell(b.transactions)});
    return table;
}

QString scheduleReading(const ScheduleLayout& layout, const protocol::Trace& trace) {
    if (layout.last < 0) return {};
    const PlacedBlock& last = layout.blocks[layout.last];
    QStringList text{Text::tr("The card has %n multiprocessors.", nullptr, layout.multiprocessors)};
    if (last.first_row < 0)
        text << Text::tr("Block %1 finishes last, at %2 (modeled).").arg(last.block).arg(timeText(last.end_ns));
    else
        text << Text::tr("Block %1 (rows %2–%3) finishes last, at %4 (modeled).")
                    .arg(last.block)
                    .arg(last.first_row)
                    .arg(last.last_row)
                    .arg(timeText(last.end_ns));
    text << Text::tr("The multiprocessors were idle %1 of the time while blocks were running.")
                .arg(percentText(layout.idle_share));
    const protocol::TraceLaunch& launch = trace.launches[last.launch];
    if (launch.blocks < layout.multiprocessors)
        text << Text::tr("The launch has only %n blocks, which is not enough to occupy all multiprocessors.", nullptr,
                         pluralOf(launch.blocks));
    else if (layout.shortest_ns > 0 && layout.longest_ns > 1.2 * layout.shortest_ns)
        text << Text::tr("The longest block takes %1 times as long as the shortest.")
                    .arg(numberText(layout.longest_ns / layout.shortest_ns, 3));
    if (layout.every > 1) text << Text::tr("Only 1 in %n blocks is shown.", nullptr, layout.every);
    return paragraph(text);
}

ScheduleView::ScheduleView(QWidget* parent) : PaintedChart({}, {500, 320}, {220, 140}, parent) {
    setAccessibleName(chartTitle());
}

void ScheduleView::setTrace(const std::shared_ptr<const protocol::Trace>& trace) {
    if (trace == trace_) return;
    trace_ = trace;
    layout_ = trace ? layoutSchedule(*trace) : ScheduleLayout{};
    current_ = -1;
    setAccessibleDescription(trace ? scheduleReading(layout_, *trace) : QString());
    update();
}

void ScheduleView::setSelection(const RowSelection& rows) {
    rows_ = rows;
    update();
}

void ScheduleView::setCurrent(int index) {
    const int last = static_cast<int>(layout_.blocks.size()) - 1;
    index = std::clamp(index, -1, last);
    if (index == current_) return;
    current_ = index;
    emit hoverTextChanged(blockText(index));
    update();
}

QString ScheduleView::blockText(int index) const {
    if (index < 0 || index >= static_cast<int>(layout_.blocks.size())) return {};
    const PlacedBlock& b = layout_.blocks[index];
    QStringList text;
    if (trace_->launches.size() > 1) text << tr("launch %1").arg(b.launch + 1);
    text << tr("block %1").arg(b.block);
    if (b.first_row >= 0) text << tr("rows %1–%2").arg(b.first_row).arg(b.last_row);
    text << tr("%1 on multiprocessor %2, from %3 to %4 (modeled)")
                .arg(timeText(b.ns()))
                .arg(b.multiprocessor)
                .arg(timeText(b.start_ns), timeText(b.end_ns));
    if (std::isfinite(b.transactions))
        text << tr("%n transactions", nullptr, pluralOf(static_cast<std::int64_t>(b.transactions)));
    if (index == layout_.last) text << tr("finishes last");
    return text.join(QStringLiteral(" · "));
}

QString ScheduleView::chartTitle() const { return tr("Block schedule by multiprocessor (modeled time)"); }

Table ScheduleView::chartTable() const {
    if (!trace_ || layout_.isEmpty()) return {};
    return scheduleTable(layout_, *trace_);
}

QRectF ScheduleView::area(const QRectF& all, const PictureStyle& style) const {
    const QFontMetricsF metrics(style.font);
    const double line = metrics.height();
    const double left =
        line * 1.6 + metrics.horizontalAdvance(QString::number(std::max(0, layout_.multiprocessors - 1)));
    // Leave space for the names of the kernel launches.
    const double top = line * (layout_.launch_start_ns.size() > 1 ? 1.4 : 0.4);
    return {all.left() + left, all.top() + top, std::max(1.0, all.width() - left - line),
            std::max(1.0, all.height() - top - line * 4.4)};
}

QRectF ScheduleView::barOf(const PlacedBlock& b, const QRectF& area) const {
    const double x = area.width() / std::max(layout_.end_ns, 1e-9),
                 row = area.height() / std::max(1, layout_.multiprocessors);
    const double gap = row >= 6 ? 1 : 0, slot = (row - gap) / layout_.places;
    // Draw concurrent blocks of a multiprocessor next to each other, or on top of each other if the bars would be too
    // thin.
    const bool apart = slot >= 1.5;
    const double top = area.top() + b.multiprocessor * row + (apart ? b.place * slot : 0);
    return {area.left() + b.start_ns * x, top, std::max(b.ns() * x, 0.5), std::max(apart ? slot : row - gap, 1.0)};
}

QRectF ScheduleView::rectOf(int index) const {
    if (index < 0 || index >= static_cast<int>(layout_.blocks.size())) return {};
    return barOf(layout_.blocks[index], area(room(), screenStyle()));
}

int ScheduleView::under(const QPointF& position) const {
    const QRectF place = area(room(), screenStyle());
    // Search backward, because later blocks are drawn on top of earlier ones.
    for (int i = static_cast<int>(layout_.blocks.size()) - 1; i >= 0; --i)
        if (barOf(layout_.blocks[i], place).adjusted(-0.5, 0, 0.5, 0).contains(position)) return i;
    return -1;
}

void ScheduleView::paintPicture(QPainter& painter, const QRectF& all, const PictureStyle& style) const {
    if (!trace_ || layout_.isEmpty()) return;
    const double line = QFontMetricsF(style.font).height();
    const QRectF place = area(all, style);
    paintBlocks(painter, place, style.colours);
    paintLaunches(painter, place, style.colours);
    paintAxes(painter, place, style.colours);
    paintLegend(painter, QRectF(place.left(), all.bottom() - line * 1.4, place.width(), line), style.colours);
}

/// Returns the color for a block duration. Similar durations have similar colors.
QColor ScheduleView::colourOf(double ns) const {
    const double span = std::max(layout_.longest_ns - layout_.shortest_ns, layout_.longest_ns / 4);
    return Colours::density(span > 0 ? 1 - (layout_.longest_ns - ns) / span : 1);
}

/// Labels the kernel launches if there are several. The labels are kernel names if there is room.
void ScheduleView::paintLaunches(QPainter& painter, const QRectF& room, const Colours& colours) const {
    const std::size_t count = layout_.launch_start_ns.size();
    if (count < 2) return;
    const QFontMetricsF metrics(painter.font(), painter.device());
    const double x = room.width() / std::max(layout_.end_ns, 1e-9), line = metrics.height();
    painter.setPen(colours.text);
    for (std::size_t l = 0; l < count; ++l) {
        const double begin = room.left() + layout_.launch_start_ns[l] * x;
        const double end = l + 1 < count ? room.left() + layout_.launch_start_ns[l + 1] * x : room.right() + line;
        const QString number = QString::number(l + 1);
        const QString whole = number + QStringLiteral("  ") + toQString(trace_->launches[l].kernel);
        const double least = metrics.horizontalAdvance(number);
        if (end - begin < least + 2) continue;
        painter.drawText(QRectF(begin, room.top() - line * 1.2, end - begin - 2, line),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         end - begin < 3 * least ? number : metrics.elidedText(whole, Qt::ElideRight, end - begin - 2));
    }
}

void ScheduleView::paintBlocks(QPainter& painter, const QRectF& room, const Colours& colours) const {
    const double x = room.width() / std::max(layout_.end_ns, 1e-9), row = room.height() / layout_.multiprocessors;
    for (std::size_t l = 0; l < layout_.busy_until_ns.size(); ++l) {
        const double start = layout_.launch_start_ns[l], end = layout_.launch_end_ns[l];
        for (int m = 0; m < layout_.multiprocessors; ++m) {
            const double until = std::max(start, layout_.busy_until_ns[l][m]);
            if (end > until)
                painter.fillRect(QRectF(room.left() + until * x, room.top() + m * row, (end - until) * x,
                                        std::max(row - (row >= 6 ? 1 : 0), 1.0)),
                                 colours.waiting_lane);
        }
    }
    const bool selecting = !rows_.isEmpty();
    for (const PlacedBlock& b : layout_.blocks) {
        QColor colour = colourOf(b.ns());
        const bool selected = selecting && b.first_row >= 0 && rows_.meets(b.first_row, b.last_row);
        if (selecting && !selected) colour.setAlphaF(0.25F);
        const QRectF bar = barOf(b, room);
        painter.fillRect(bar, colour);
        if (bar.width() >= 4 && bar.height() >= 2) // leave a gap between adjacent blocks
            painter.fillRect(QRectF(bar.right() - 1, bar.top(), 1, bar.height()), colours.canvas);
        if (selected && bar.height() >= 4) {
            paintBox(painter, bar.adjusted(0.5, 0.5, -0.5, -0.5), QPen(colours.wasted, theme().px(2)));
        }
    }
    const auto frame = [&](int index, const QColor& colour) {
        if (index < 0) return;
        const double wide = theme().px(2);
        paintBox(painter, barOf(layout_.blocks[index], room).adjusted(-wide / 2, -wide / 2, wide / 2, wide / 2),
                 QPen(colour, wide));
    };
    frame(layout_.last, colours.wrong);
    frame(current_, colours.text);
}

void ScheduleView::paintAxes(QPainter& painter, const QRectF& room, const Colours& colours) const {
    const QFontMetricsF metrics(painter.font(), painter.device());
    const double line = metrics.height();
    const AxisUnit unit = axisUnit(layout_.end_ns, "ns");
    painter.setPen(QPen(colours.outline, 1));
    painter.drawLine(room.bottomLeft(), room.bottomRight());
    painter.drawLine(room.topLeft(), room.bottomLeft());
    // Choose a tick spacing of 1, 2 or 5 times a power of ten, with as many ticks as there is room for.
    const double most = std::max(1.0, room.width() / (metrics.horizontalAdvance(QStringLiteral("0000.0")) * 1.6));
    const double wanted = layout_.end_ns * unit.factor / most;
    const double decade = wanted > 0 ? std::pow(10.0, std::floor(std::log10(wanted))) : 1;
    double step = decade * 10;
    for (const double factor : {5, 2, 1})
        if (decade * factor >= wanted) step = decade * factor;
    const double x = room.width() / std::max(layout_.end_ns * unit.factor, 1e-9);
    for (int i = 0; i * step * x <= room.width() * 1.0001; ++i) {
        const double at = room.left() + i * step * x;
        paintStroke(painter, QPen(colours.outline, 1), QPointF(at, room.bottom()),
                    QPointF(at, room.bottom() + line * 0.25));
        painter.setPen(colours.text);
        const QString label = QLocale().toString(i * step, 'g', 4);
        painter.drawText(QRectF(at - line * 3, room.bottom() + line * 0.3, line * 6, line), Qt::AlignCenter, label);
    }
    painter.drawText(QRectF(room.left(), room.bottom() + line * 1.3, room.width(), line), Qt::AlignCenter,
                     tr("modeled time (%1)").arg(unit.unit));
    const double row = room.height() / layout_.multiprocessors;
    const int every = std::max(1, static_cast<int>(std::ceil(line * 1.3 / row)));
    int nice = 1;
    for (const int candidate : {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000})
        if (nice < every) nice = candidate;
    for (int m = 0; m < layout_.multiprocessors; m += nice)
        painter.drawText(QRectF(room.left() - line * 5, room.top() + (m + 0.5) * row - line / 2, line * 4.7, line),
                         Qt::AlignRight | Qt::AlignVCenter, QString::number(m));
    const double numbers = metrics.horizontalAdvance(QString::number(std::max(0, layout_.multiprocessors - 1)));
    paintUpwards(painter, QRectF(room.left() - numbers - line * 1.5, room.top(), line, room.height()),
                 tr("multiprocessor"));
}

void ScheduleView::paintLegend(QPainter& painter, const QRectF& room, const Colours& colours) const {
    const QFontMetricsF metrics(painter.font(), painter.device());
    const double line = metrics.height();
    double x = room.left();
    const auto say = [&](const QString& words) {
        painter.setPen(colours.text);
        const double wide = metrics.horizontalAdvance(words);
        painter.drawText(QRectF(x, room.top(), wide + 2, line), Qt::AlignLeft | Qt::AlignVCenter, words);
        x += wide + line * 0.6;
    };
    const QString least = timeText(layout_.shortest_ns), most = timeText(layout_.longest_ns);
    if (least != most) { // the legend shows only colors that occur in the chart
        say(least);
        const double wide = line * 5;
        for (int i = 0; i < 40; ++i) {
            const double ns = layout_.shortest_ns + (layout_.longest_ns - layout_.shortest_ns) * i / 39;
            painter.fillRect(QRectF(x + wide * i / 40, room.top() + line * 0.2, wide / 40 + 1, line * 0.6),
                             colourOf(ns));
        }
        x += wide + line * 0.6;
        say(tr("%1 per block").arg(most));
    } else {
        painter.fillRect(QRectF(x, room.top() + line * 0.2, line * 1.5, line * 0.6), Colours::density(1));
        x += line * 2;
        say(tr("%1 per block").arg(most));
    }
    x += line * 0.6;
    painter.fillRect(QRectF(x, room.top() + line * 0.2, line * 1.5, line * 0.6), colours.waiting_lane);
    x += line * 2;
    // Use shorter legend labels if the last entry would not fit.
    const QString last = tr("last block"), waits = tr("idle (no blocks left)");
    const bool fits = x + metrics.horizontalAdvance(waits) + metrics.horizontalAdvance(last) + 4 * line < room.right();
    say(fits ? waits : tr("idle"));
    paintBox(painter, QRectF(x, room.top() + line * 0.2, line * 1.5, line * 0.6), QPen(colours.wrong, theme().px(2)));
    x += line * 2;
    say(last);
}

void ScheduleView::mouseMoveEvent(QMouseEvent* event) {
    const int index = under(event->position());
    emit hoverTextChanged(blockText(index >= 0 ? index : current_));
    setToolTip(blockText(index));
}

void ScheduleView::leaveEvent(QEvent*) { emit hoverTextChanged(blockText(current_)); }

void ScheduleView::mousePressEvent(QMouseEvent* event) {
    const int index = under(event->position());
    if (index < 0 || event->button() != Qt::LeftButton) return;
    setCurrent(index);
    const PlacedBlock& b = layout_.blocks[index];
    emit blockChosen(b.launch, b.block);
}

void ScheduleView::keyPressEvent(QKeyEvent* event) {
    const int last = static_cast<int>(layout_.blocks.size()) - 1;
    switch (event->key()) {
    case Qt::Key_Right: setCurrent(std::min(current_ + 1, last)); break;
    case Qt::Key_Left: setCurrent(std::max(current_ - 1, 0)); break;
    case Qt::Key_Home: setCurrent(0); break;
    case Qt::Key_End: setCurrent(layout_.last); break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (current_ >= 0) {
            const PlacedBlock& b = layout_.blocks[current_];
            emit blockChosen(b.launch, b.block);
        }
        break;
    default: QWidget::keyPressEvent(event);
    }
}

} // namespace warploom::ui
