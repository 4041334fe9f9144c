#include "ui/pages/warp/comparison/score_view.h"

#include "ui/style/number_text.h"
#include "ui/style/text.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace warploom::ui {

namespace {

double share(std::int64_t part, std::int64_t whole) {
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : no_figure;
}

QString format_number(double value, int digits) {
    return std::isfinite(value) ? valueText(value, digits) : QStringLiteral("–");
}

/// Returns whether a side is ahead by more than the rounding error of the displayed digits.
bool isAhead(const ScoreLine& line, double own, double other) {
    if (!line.is_judged || !std::isfinite(own) || !std::isfinite(other)) return false;
    return (line.less_is_better ? own < other : own > other) &&
           format_number(own, line.digits) != format_number(other, line.digits);
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
    add(is_sparse ? Text::tr("nonzeros processed") : Text::tr("operations done"), false, false, 9,
        [](const WarpScore& s) { return static_cast<double>(s.work); });
    add(is_sparse ? Text::tr("transactions per nonzero") : Text::tr("transactions per operation"), true, true, 3,
        [](const WarpScore& s) { return share(s.transactions, s.work); });
    add(is_sparse ? Text::tr("bytes fetched per nonzero") : Text::tr("bytes fetched per operation"), true, true, 3,
        [](const WarpScore& s) { return share(s.bytes_fetched, s.work); });
    add(Text::tr("% of fetched bytes used"), false, true, 3,
        [](const WarpScore& s) { return 100 * share(s.bytes_used, s.bytes_fetched); });
    add(Text::tr("active lanes (of 32)"), false, true, 3, [](const WarpScore& s) { return share(s.lanes, s.steps); });
    if (all[0].bank_passes + all[1].bank_passes > 0)
        add(Text::tr("wavefronts"), true, true, 9,
            [](const WarpScore& s) { return static_cast<double>(s.bank_passes); });
    add(Text::tr("steps"), true, true, 9, [](const WarpScore& s) { return static_cast<double>(s.steps); });
    return lines;
}

ScoreView::ScoreView(QWidget* parent) : PaintedChart(tr("Comparison so far"), {230, 290}, {170, 190}, parent) {
    setAir({2, 2, 2, 2});
}

void ScoreView::setScore(std::vector<ScoreLine> lines, const QString& left, const QString& right) {
    lines_ = std::move(lines);
    left_ = left;
    right_ = right;
    QStringList spoken;
    for (const ScoreLine& line : lines_)
        spoken << tr("%1: %2 versus %3")
                      .arg(line.name, format_number(line.left, line.digits), format_number(line.right, line.digits));
    setAccessibleDescription(spoken.join(QStringLiteral("; ")));
    update();
}

QSize ScoreView::minimumSizeHint() const {
    if (theme().scale() < 1.5) return PaintedChart::minimumSizeHint();
    return {theme().px(170), 4 * QFontMetrics(theme().font(0.9)).height()};
}

QSize ScoreView::sizeHint() const { return theme().scale() < 1.5 ? PaintedChart::sizeHint() : minimumSizeHint(); }

/// Paints one line of the score: its name, the values of both sides, and two bars that meet in the middle.
void ScoreView::paintLine(QPainter& painter, const QRectF& room, const ScoreLine& line, double bar,
                          const PictureStyle& style) const {
    const QFontMetricsF metrics(style.font);
    const double high = metrics.height(), unit = style.unit, middle = room.center().x(),
                 half = room.width() / 2 - 2 * unit;
    const QFont bold = style.bold();
    const double most =
        std::max({std::isfinite(line.left) ? line.left : 0.0, std::isfinite(line.right) ? line.right : 0.0, 1e-300});
    double widest = 0;
    for (const bool is_left : {true, false}) {
        const double own = is_left ? line.left : line.right, other = is_left ? line.right : line.left;
        const bool ahead = isAhead(line, own, other);
        const QString text = format_number(own, line.digits);
        painter.setFont(ahead ? bold : style.font);
        paintText(painter, style.colours.text,
                  QRectF(is_left ? room.left() : middle, room.top(), room.width() / 2, high),
                  (is_left ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter, text);
        widest = std::max(widest, QFontMetricsF(bold).horizontalAdvance(text));
        const double length = std::isfinite(own) ? half * own / most : 0;
        const double left = is_left ? middle - unit - length : middle + unit;
        painter.fillRect(QRectF(left, room.top() + high + unit, length, bar),
                         ahead ? style.colours.accent : style.colours.waiting_lane);
    }
    paintStroke(painter, QPen(style.colours.outline, 1), QPointF(middle, room.top() + high),
                QPointF(middle, room.top() + high + bar + 2 * unit));
    painter.setFont(style.font);
    painter.setPen(style.colours.muted);
    const double free = room.width() - 2 * widest - 8 * unit;
    painter.drawText(QRectF(middle - free / 2, room.top(), free, high), Qt::AlignCenter,
                     metrics.elidedText(line.name, Qt::ElideRight, free));
}

void ScoreView::paintPicture(QPainter& painter, const QRectF& room, const PictureStyle& style) const {
    if (lines_.empty()) return;
    const QFontMetricsF metrics(style.font);
    const double line = metrics.height(), unit = style.unit;
    // At a large font scale, show the score as a strip with the values of both sides next to each other.
    const bool is_strip = room.height() < 7 * line;
    const double legend = is_strip ? 0 : line + 4 * unit;
    const double middle = room.center().x(), half = room.width() / 2 - 2 * unit;
    const QFont bold = style.bold();
    painter.setFont(bold);
    painter.setPen(style.colours.text);
    for (const bool is_left : {true, false})
        painter.drawText(QRectF(is_left ? room.left() : middle + 2 * unit, room.top(), half, line),
                         (is_left ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter,
                         QFontMetricsF(bold).elidedText(is_left ? left_ : right_, Qt::ElideRight, half));
    if (is_strip) {
        std::vector<const ScoreLine*> judged;
        double widest = 0;
        for (const ScoreLine& each : lines_) {
            if (!each.is_judged) continue;
            judged.push_back(&each);
            double number = QFontMetricsF(bold).horizontalAdvance(QStringLiteral("0.000"));
            for (const double value : {each.left, each.right})
                number = std::max(number, QFontMetricsF(bold).horizontalAdvance(format_number(value, each.digits)));
            widest = std::max(widest, metrics.horizontalAdvance(each.name) + 2 * number);
        }
        // This spacing must match paintLine(), which leaves 16 pixels between two lines and 8 pixels around the name.
        const auto fitting = std::clamp<std::size_t>(static_cast<std::size_t>(room.width() / (widest + 25 * unit)), 1,
                                                     std::max<std::size_t>(judged.size(), 1));
        const double each = room.width() / static_cast<double>(fitting);
        for (std::size_t k = 0; k < fitting && k < judged.size(); ++k)
            paintLine(painter,
                      QRectF(room.left() + static_cast<double>(k) * each, room.top() + 1.2 * line, each - 16 * unit,
                             room.height() - 1.2 * line),
                      *judged[k], std::clamp(room.height() - 2.4 * line, 3 * unit, line), style);
        return;
    }
    const double each = (room.height() - legend - line) / static_cast<double>(lines_.size());
    const double bar = std::clamp(each - line - 4 * unit, 3 * unit, line * 1.3);
    double y = room.top() + line;
    for (const ScoreLine& each_line : lines_) {
        paintLine(painter, QRectF(room.left(), y, room.width(), each), each_line, bar, style);
        y += each;
    }
    painter.setFont(style.font);
    const double box = line * 0.65, top = room.bottom() - line;
    double x = room.left();
    for (const auto& [name, colour] :
         {std::pair{tr("ahead"), style.colours.accent}, std::pair{tr("behind or equal"), style.colours.waiting_lane}}) {
        painter.fillRect(QRectF(x, top + (line - box) / 2, box, box), colour);
        painter.setPen(style.colours.text);
        painter.drawText(QPointF(x + box + 4 * unit, top + metrics.ascent()), name);
        x += box + metrics.horizontalAdvance(name) + 16 * unit;
    }
}

Table ScoreView::chartTable() const {
    Table table{.title = chartTitle().toStdString(),
                .columns = {{"figure", ""},
                            {"left_so_far", ""},
                            {"right_so_far", ""},
                            {"left_in_all", ""},
                            {"right_in_all", ""}},
                .facts = {{"left", left_.toStdString()}, {"right", right_.toStdString()}}};
    for (const ScoreLine& line : lines_) {
        std::vector<Cell> row{line.name.toStdString()};
        for (const double value : {line.left, line.right, line.left_all, line.right_all})
            row.push_back(number_cell(value));
        table.add_row(std::move(row));
    }
    return table;
}

} // namespace warploom::ui
