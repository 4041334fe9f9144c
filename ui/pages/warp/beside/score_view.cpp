#include "ui/pages/warp/beside/score_view.h"

#include "ui/look/number_text.h"
#include "ui/look/words.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace warploom::ui {

namespace {

double share(std::int64_t part, std::int64_t whole) {
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : no_figure;
}

QString figure(double value, int digits) {
    return std::isfinite(value) ? valueText(value, digits) : QStringLiteral("–");
}

/// Whether a side is ahead: by more than the digits that are shown.
bool isAhead(const ScoreLine& line, double own, double other) {
    if (!line.is_judged || !std::isfinite(own) || !std::isfinite(other)) return false;
    return (line.less_is_better ? own < other : own > other) && figure(own, line.digits) != figure(other, line.digits);
}

} // namespace

std::vector<ScoreLine> scoreLines(const ScoredTrace& left, const ScoredTrace& right, const Abreast::Tick& tick,
                                  WorkDone::Unit unit) {
    const WarpScore none;
    const auto so_far = [&none](const ScoredTrace& side, int step) { return step < 0 ? none : side.after(step); };
    const WarpScore now[2] = {so_far(left, tick.left), so_far(right, tick.right)}, all[2] = {left.all(), right.all()};
    std::vector<ScoreLine> lines;
    const auto add = [&](const QString& name, bool less_is_better, bool is_judged, int digits, auto of) {
        lines.push_back({name, less_is_better, is_judged, digits, of(now[0]), of(now[1]), of(all[0]), of(all[1])});
    };
    const bool is_sparse = unit == WorkDone::Unit::nonzeros;
    add(is_sparse ? words("nonzeros worked off") : words("operations done"), false, false, 9,
        [](const WarpScore& s) { return static_cast<double>(s.work); });
    add(is_sparse ? words("transactions a nonzero") : words("transactions an operation"), true, true, 3,
        [](const WarpScore& s) { return share(s.transactions, s.work); });
    add(is_sparse ? words("bytes fetched a nonzero") : words("bytes fetched an operation"), true, true, 3,
        [](const WarpScore& s) { return share(s.bytes_fetched, s.work); });
    add(words("% of the bytes used"), false, true, 3,
        [](const WarpScore& s) { return 100 * share(s.bytes_used, s.bytes_fetched); });
    add(words("active lanes of 32"), false, true, 3, [](const WarpScore& s) { return share(s.lanes, s.steps); });
    if (all[0].bank_passes + all[1].bank_passes > 0)
        add(words("passes over the banks"), true, true, 9,
            [](const WarpScore& s) { return static_cast<double>(s.bank_passes); });
    add(words("steps"), true, true, 9, [](const WarpScore& s) { return static_cast<double>(s.steps); });
    return lines;
}

ScoreView::ScoreView(QWidget* parent) : PaintedChart(tr("Score of the two"), {230, 290}, {170, 190}, parent) {
    setAir({2, 2, 2, 2});
}

void ScoreView::setScore(std::vector<ScoreLine> lines, const QString& left, const QString& right) {
    lines_ = std::move(lines);
    left_ = left;
    right_ = right;
    QStringList spoken;
    for (const ScoreLine& line : lines_)
        spoken << tr("%1: %2 and %3").arg(line.name, figure(line.left, line.digits), figure(line.right, line.digits));
    setAccessibleDescription(spoken.join(QStringLiteral("; ")));
    update();
}

void ScoreView::paintPicture(QPainter& painter, const QRectF& room, const PictureStyle& style) const {
    if (lines_.empty()) return;
    const QFontMetricsF metrics(style.font);
    const double line = metrics.height(), unit = style.unit, legend = line + 4 * unit;
    const double each = (room.height() - legend - line) / static_cast<double>(lines_.size());
    const double middle = room.center().x(), half = room.width() / 2 - 2 * unit;
    const double bar = std::clamp(each - line - 4 * unit, 3 * unit, line * 1.3);
    painter.setPen(style.colours.text);
    const QFont plain = painter.font();
    QFont bold = plain;
    bold.setBold(true);
    painter.setFont(bold);
    for (const bool is_left : {true, false})
        painter.drawText(QRectF(is_left ? room.left() : middle + 2 * unit, room.top(), half, line),
                         (is_left ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter,
                         QFontMetricsF(bold).elidedText(is_left ? left_ : right_, Qt::ElideRight, half));
    double y = room.top() + line;
    for (const ScoreLine& each_line : lines_) {
        const double most = std::max({std::isfinite(each_line.left) ? each_line.left : 0.0,
                                      std::isfinite(each_line.right) ? each_line.right : 0.0, 1e-300});
        double widest = 0;
        for (const bool is_left : {true, false}) {
            const double own = is_left ? each_line.left : each_line.right;
            const double other = is_left ? each_line.right : each_line.left;
            const bool ahead = isAhead(each_line, own, other);
            const QString text = figure(own, each_line.digits);
            painter.setFont(ahead ? bold : plain);
            painter.setPen(style.colours.text);
            painter.drawText(QRectF(is_left ? room.left() : middle, y, room.width() / 2, line),
                             (is_left ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter, text);
            widest = std::max(widest, QFontMetricsF(bold).horizontalAdvance(text));
            const double length = std::isfinite(own) ? half * own / most : 0;
            const double left = is_left ? middle - unit - length : middle + unit;
            painter.fillRect(QRectF(left, y + line + unit, length, bar),
                             ahead ? style.colours.accent : style.colours.waiting_lane);
        }
        painter.setPen(QPen(style.colours.outline, 1));
        painter.drawLine(QPointF(middle, y + line), QPointF(middle, y + line + bar + 2 * unit));
        painter.setFont(plain);
        painter.setPen(style.colours.muted);
        const double free = room.width() - 2 * widest - 8 * unit;
        painter.drawText(QRectF(middle - free / 2, y, free, line), Qt::AlignCenter,
                         metrics.elidedText(each_line.name, Qt::ElideRight, free));
        y += each;
    }
    const double box = line * 0.65, top = room.bottom() - line;
    double x = room.left();
    for (const auto& [name, colour] : {std::pair{tr("ahead"), style.colours.accent},
                                       std::pair{tr("behind, or level"), style.colours.waiting_lane}}) {
        painter.fillRect(QRectF(x, top + (line - box) / 2, box, box), colour);
        painter.setPen(style.colours.text);
        painter.drawText(QPointF(x + box + 4 * unit, top + metrics.ascent()), name);
        x += box + metrics.horizontalAdvance(name) + 16 * unit;
    }
}

Table ScoreView::chartTable() const {
    Table table;
    table.title = chartTitle().toStdString();
    table.columns = {
        {"figure", ""}, {"left_so_far", ""}, {"right_so_far", ""}, {"left_in_all", ""}, {"right_in_all", ""}};
    table.facts = {{"left", left_.toStdString()}, {"right", right_.toStdString()}};
    for (const ScoreLine& line : lines_) {
        std::vector<Cell> row{line.name.toStdString()};
        for (const double value : {line.left, line.right, line.left_all, line.right_all}) {
            row.emplace_back();
            if (std::isfinite(value)) row.back() = value;
        }
        table.add_row(std::move(row));
    }
    return table;
}

} // namespace warploom::ui
