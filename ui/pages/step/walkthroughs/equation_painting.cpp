// Paints one method: columns of equations, arrows from each row to the rows that use it, threads, the timeline, and
// counters.
#include "ui/pages/step/walkthroughs/step_painting.h"
#include "ui/pages/step/walkthroughs/tridiagonal_walkthrough.h"
#include "ui/style/text.h"

#include <QFontMetricsF>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

namespace warploom::ui {

using walkthrough::Equation;
using walkthrough::RowWork;
using walkthrough::TridiagonalSteps;

namespace {

struct RowsOfStep {
    std::vector<const walkthrough::RowWork*> work;
    std::vector<bool> used;
};

struct Cell {
    QString number;
    IndexedSymbol symbol;
};

/// Formats a number for narrow boxes. The larger `shortness` is, the shorter the text: three digits for 0, at most two
/// decimals for 1, and no leading zero for 2.
QString short_number(double value, int shortness) {
    const double size = std::abs(value);
    if (!std::isfinite(value)) return stepNumber(value);
    if (size > 1e-13 && size < (shortness == 0 ? 0.0005 : 0.005)) return QStringLiteral("≈0");
    if (size >= 100) return QString::number(value, 'f', 0).replace(QLatin1Char('-'), QChar(0x2212));
    if (shortness == 0) return stepNumber(value, 3);
    // inverse of the rounding unit
    const double steps = size >= 10 ? 1 : size >= 1 ? 10 : 100;
    QString text = stepNumber(std::round(value * steps) / steps, 3);
    if (shortness > 1 && size < 1 && text.contains(QLatin1String("0.")))
        text.remove(text.indexOf(QLatin1String("0.")), 1);
    return text;
}

std::array<Cell, 4> cells_of(const Equation& row, int i, int shortness) {
    const auto cell = [i, shortness](const char* letter, const walkthrough::Coefficient& c) {
        return Cell{short_number(c.value, shortness), symbolOf(letter, i, c)};
    };
    return {cell("a", row.a), cell("b", row.b), cell("c", row.c), cell("h", row.h)};
}

QString solution_text(const Equation& row, int i, bool letters) {
    const QString name = QStringLiteral("x") + QString::number(i + 1);
    return letters ? name : name + QStringLiteral(" = ") + stepNumber(row.x, 4);
}

/// Returns the rows of a step, or no rows after the last step.
RowsOfStep rowsOfStep(const TridiagonalSteps& walk, int step) {
    RowsOfStep rows;
    rows.work.resize(static_cast<std::size_t>(walk.n), nullptr);
    rows.used.resize(static_cast<std::size_t>(walk.n), false);
    if (step < 0 || step >= static_cast<int>(walk.steps.size())) return rows;
    for (const RowWork& work : walk.steps[step].work) {
        rows.work[work.row] = &work;
        for (const int other : {work.left, work.right})
            if (other >= 0) rows.used[other] = true;
    }
    return rows;
}

/// Draws the equations of a tridiagonal system as rows of boxes for a, b, c and h, with one column of rows per state of
/// the system.
class EquationBoxes {
public:
    EquationBoxes(QPainter& painter, const EquationFrame& frame, const EquationLook& look, const PictureStyle& style)
        : painter_(painter), frame_(frame), look_(look), style_(style) {}

    /// Selects one font for all boxes, so that the layout is the same in every step.
    void chooseFont(const TridiagonalSteps& walk) {
        const double cell = frame_.column / 4 - (style_.unit < 1.5 ? 4 : 1.5) * style_.unit,
                     height = frame_.row_height - 2 * style_.unit;
        if (look_.letters) {
            QFont base = style_.font;
            for (double pixels = 19; pixels >= (style_.unit >= 1.5 ? 8.25 : 11) && !font_; pixels -= 1) {
                base.setPixelSize(std::max(1, static_cast<int>(std::lround(pixels * style_.unit))));
                const double width =
                    symbolWidth(base, {QStringLiteral("b"), QString::number(walk.n), QStringLiteral("3")});
                if (width <= cell && QFontMetricsF(base).ascent() * 1.2 <= height) font_ = base;
            }
        }
        for (shortness_ = 0; shortness_ < 3 && !font_ && !look_.letters; ++shortness_) {
            font_ = fittingFont(style_.font, numbersOf(walk), {cell, height}, 19, style_.unit,
                                shortness_ < 2       ? 13
                                : style_.unit >= 1.5 ? 8.25
                                                     : 11);
            if (font_) break;
        }
        QStringList solutions;
        for (int i = 0; i < walk.n; ++i)
            solutions << solution_text(walk.before(static_cast<int>(walk.steps.size()))[i], i, look_.letters);
        solution_font_ =
            fittingFont(style_.font, solutions, {frame_.column - 8 * style_.unit, height}, 19, style_.unit);
    }

    void column(const walkthrough::Equations& rows, const RowsOfStep& now, double left, bool after) {
        for (int i = 0; i < static_cast<int>(rows.size()); ++i) {
            const auto at = static_cast<std::size_t>(i);
            const RowWork* work = now.work[at];
            Look look = Look::idle;
            if (rows[at].is_solved) look = Look::solved;
            else if (after && work != nullptr) look = Look::working;
            else if (!after && (work != nullptr || now.used[at])) look = Look::used;
            row(rows[at], i, left, look, after && work != nullptr);
        }
    }

    void outline(int i, double left, const QPen& pen) {
        paintBox(painter_, box(i, left).adjusted(-2 * style_.unit, -1, 2 * style_.unit, 1), pen);
    }

    /// Paints a state other than the current one as a narrow column of small boxes.
    void thin(const walkthrough::Equations& rows, double left, int state, const TridiagonalSteps& walk) {
        const RowsOfStep made = rowsOfStep(walk, state - 1); // rows changed by the step that produced this state
        for (int i = 0; i < static_cast<int>(rows.size()); ++i) {
            const auto at = static_cast<std::size_t>(i);
            const bool worked = state > 0 && made.work[at] != nullptr;
            const Look look = rows[at].is_solved ? Look::solved : worked ? Look::working : Look::plain;
            QColor fill = fillOf(look);
            if (look != Look::plain) fill.setAlphaF(worked ? 0.8f : 0.35f);
            const double height = std::min(frame_.row_height * 0.7, frame_.narrow_width);
            paintBox(painter_, QRectF(left, frame_.y(i) - height / 2, frame_.narrow_width, height),
                     QPen(style_.colours.outline, 1), fill);
        }
    }

private:
    enum class Look { plain, idle, used, working, solved };
    QColor fillOf(Look look) const {
        const Colours& colours = style_.colours;
        switch (look) {
        case Look::working: return colours.active_lane;
        case Look::solved: return colours.used;
        case Look::idle: return colours.waiting_lane;
        default: return colours.canvas;
        }
    }

    QStringList numbersOf(const TridiagonalSteps& walk) const {
        QStringList numbers;
        for (int s = 0; s <= static_cast<int>(walk.steps.size()); ++s)
            for (int i = 0; i < walk.n; ++i) {
                const Equation& row = walk.before(s)[i];
                if (row.is_solved) continue;
                for (const Cell& cell : cells_of(row, i, shortness_)) numbers << cell.number;
            }
        return numbers;
    }

    QRectF box(int i, double left) const {
        const double height = std::max(2.0, frame_.row_height - std::min(4.0 * style_.unit, frame_.row_height * 0.25));
        return {left, frame_.y(i) - height / 2, frame_.column, height};
    }

    void row(const Equation& row, int i, double left, Look look, bool now) {
        const Colours& colours = style_.colours;
        const QRectF all = box(i, left);
        QColor fill = fillOf(look);
        // Fill the boxes of thin rows with color, because their frames would merge.
        const bool is_thin = frame_.row_height < 10 * style_.unit, framed = look == Look::used && !is_thin;
        if (look == Look::used && is_thin) {
            fill = colours.strokeColour(1);
            fill.setAlphaF(0.35f);
        }
        const QColor edge = framed ? colours.strokeColour(1) : is_thin ? colours.canvas : colours.outline;
        const QPen frame_pen(edge, (framed ? (style_.unit < 1.5 ? 2 : 1.3) : is_thin ? 0.5 : 1) * style_.unit);
        const QColor ink = look == Look::used || look == Look::plain ? colours.text
                           : look == Look::idle                      ? colours.text
                                                                     : inkOn(fill);
        painter_.setPen(frame_pen);
        painter_.setBrush(fill);
        if (row.is_solved) {
            QColor pale = fill;
            if (!now) pale.setAlphaF(colours.dark ? 0.55f : 0.45f);
            painter_.setBrush(pale);
            painter_.drawRect(all);
            if (!solution_font_) return;
            painter_.setFont(*solution_font_);
            painter_.setPen(now ? inkOn(fill) : colours.text);
            if (look_.letters)
                paintSymbol(painter_, all, *solution_font_, {QStringLiteral("x"), QString::number(i + 1), {}});
            else painter_.drawText(all, Qt::AlignCenter, solution_text(row, i, look_.letters));
            return;
        }
        const double width = frame_.column / 4;
        int k = 0;
        for (const Cell& cell : cells_of(row, i, shortness_)) {
            // Separate h visually from the three coefficients a, b and c.
            const QRectF place(left + k * width, all.top(), width, all.height());
            const QRectF room = k == 3 ? place.adjusted(4 * style_.unit, 0, 0, 0) : place;
            const bool empty = cell.symbol.letter == QLatin1String("0");
            paintBox(painter_, room, frame_pen, fill);
            ++k;
            if (!font_) continue;
            QColor letters = ink;
            if (empty) letters.setAlphaF(0.55f);
            painter_.setPen(letters);
            if (look_.letters) {
                paintSymbol(painter_, room, *font_, cell.symbol);
            } else {
                painter_.setFont(*font_);
                painter_.drawText(room, Qt::AlignCenter, cell.number);
            }
        }
    }

    QPainter& painter_;
    const EquationFrame& frame_;
    const EquationLook& look_;
    const PictureStyle& style_;
    std::optional<QFont> font_, solution_font_;
    /// Degree of shortening of numbers in narrow boxes, from 0 to 2.
    int shortness_ = 0;
};

void paint_arrows(QPainter& painter, const EquationFrame& frame, const RowsOfStep& rows, const RowWork* shown,
                  const PictureStyle& style) {
    const double from = frame.before_left + frame.column + 3 * style.unit, to = frame.after_left - 4 * style.unit;
    const double head = std::min(6.0 * style.unit, frame.row_height * 0.6);
    // Paint the row with the displayed formula after all other rows, so that it is on top of them.
    for (const bool strong : {false, true})
        for (const RowWork* work : rows.work) {
            if (work == nullptr || (work == shown) != strong) continue;
            const double width = (strong ? 3 : 1.6) * style.unit;
            const QPointF end(to, frame.y(work->row));
            QColor own = style.colours.outline, left = style.colours.strokeColour(1),
                   right = style.colours.strokeColour(4);
            if (!strong && shown != nullptr)
                for (QColor* colour : {&own, &left, &right}) colour->setAlphaF(0.65f);
            paintArrow(painter, {from, frame.y(work->row)}, end, QPen(own, width), head);
            if (work->left >= 0) paintArrow(painter, {from, frame.y(work->left)}, end, QPen(left, width), head);
            if (work->right >= 0)
                paintArrow(painter, {from, frame.y(work->right)}, end, QPen(right, width, Qt::DashLine), head);
        }
}

void paint_systems(QPainter& painter, const EquationFrame& frame, const InterleavedSystems& systems, int n,
                   const PictureStyle& style) {
    for (int i = 0; systems.count > 0 && i < n; ++i) {
        const double height = std::min(frame.row_height * 0.8, frame.badge - 3 * style.unit);
        const QRectF badge(frame.after_left + frame.column + 4 * style.unit, frame.y(i) - height / 2,
                           frame.badge - 3 * style.unit, height);
        paintSystemBadge(painter, badge, systems.of(i), style);
    }
}

void paint_threads(QPainter& painter, const EquationFrame& frame, const RowsOfStep& rows, const PictureStyle& style) {
    const double left = frame.after_left + frame.column + 6 * style.unit + frame.badge;
    QFont font = style.font;
    const auto fits = fittingFont(font, {QStringLiteral("t63")}, {26 * style.unit, frame.row_height}, 13, style.unit);
    for (const RowWork* work : rows.work) {
        if (work == nullptr) continue;
        const double y = frame.y(work->row);
        if (!fits) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(style.colours.active_lane);
            const double radius = std::min(3 * style.unit, frame.row_height * 0.4);
            painter.drawEllipse(QPointF(left + radius, y), radius, radius);
            continue;
        }
        painter.setFont(*fits);
        paintText(painter, style.colours.text, QRectF(left, y - 20 * style.unit, 40 * style.unit, 40 * style.unit),
                  Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("t%1").arg(work->thread));
    }
}

/// Paints one box per step. The filled part of a box is proportional to the number of active threads; the gray part
/// represents idle threads.
void paint_time_line(QPainter& painter, const QRectF& area, const TridiagonalSteps& walk, int step, int time_line,
                     const PictureStyle& style) {
    const Colours& colours = style.colours;
    const int places = std::max(1, time_line);
    const double width = std::min(area.width() / places, 60 * style.unit);
    for (int s = 0; s < places; ++s) {
        const QRectF box = QRectF(area.left() + s * width, area.top(), width, area.height())
                               .adjusted(0, 0, places > 40 ? 0 : -2 * style.unit, 0);
        if (s >= static_cast<int>(walk.steps.size())) {
            paintBox(painter, box, QPen(colours.outline, 1, Qt::DotLine));
        } else {
            const walkthrough::Step& one = walk.steps[s];
            const double share = static_cast<double>(one.active_threads()) / std::max(1, walk.threads);
            painter.fillRect(box, colours.waiting_lane);
            QColor fill = colours.active_lane;
            if (s > step) fill.setAlphaF(0.45f);
            const double height = std::max(2 * style.unit, share * box.height());
            painter.fillRect(QRectF(box.left(), box.bottom() - height, box.width(), height), fill);
        }
        if (s == step) { paintBox(painter, box.adjusted(-1, -1, 1, 1), QPen(colours.text, 2 * style.unit)); }
    }
}

} // namespace

QString costText(const char* formula, double value, int digits) {
    const bool is_whole = value == std::round(value);
    return QStringLiteral("%1 %2 %3")
        .arg(QString::fromUtf8(formula), is_whole ? QStringLiteral("=") : QStringLiteral("≈"),
             stepNumber(value, digits));
}

namespace {

/// Returns a short explanation of why the formula in the paper differs from the number of executed operations.
QString whatIsCounted(walkthrough::Method method) {
    switch (method) {
    case walkthrough::Method::thomas: return Text::tr("includes back substitution for the last row");
    case walkthrough::Method::cr: return Text::tr("includes a reduction for every row");
    case walkthrough::Method::pcr: break;
    }
    return Text::tr("omits the final n divisions");
}

/// Returns the step and operation counts as three lines of text, or as one line if the area is short.
QStringList counters(const TridiagonalSteps& walk, int step, const EquationLook& look, bool is_low) {
    const int steps = static_cast<int>(walk.steps.size()), at = std::min(step, steps - 1);
    const walkthrough::CostFormula cost = walkthrough::cost_formula(walk.method, walk.n);
    const bool over = step >= steps;
    const walkthrough::Step& now = walk.steps[at];
    const int active = over ? 0 : now.active_threads();
    if (is_low) // a short text fits even at a large font scale
        return {
            Text::tr("%1 of %2 threads · %3 operations").arg(active).arg(walk.threads).arg(walk.operations_until(at))};
    QString threads = Text::tr("Threads: %1 of %2 active").arg(active).arg(walk.threads);
    if (!over && walk.method != walkthrough::Method::thomas) {
        const simulated::BankUse use = walkthrough::bank_use(walk.method, walk.n, step, look.layout);
        threads = (use.passes > use.ideal ? Text::tr("Threads: %1 of %2 active · Wavefronts: %n (%3 without conflicts)",
                                                     nullptr, use.passes)
                                          : Text::tr("Threads: %1 of %2 active · No bank conflicts"))
                      .arg(active)
                      .arg(walk.threads);
        if (use.passes > use.ideal) threads = threads.arg(use.ideal);
    }
    return {Text::tr("Step %1 of %2 (%3)").arg(at + 1).arg(steps).arg(costText(cost.steps_text, cost.steps, 3)),
            Text::tr("Operations: %1 in this step, %2 so far (%3, %4)")
                .arg(over ? 0 : now.operations)
                .arg(walk.operations_until(at))
                .arg(costText(cost.operations_text, cost.operations, 4), whatIsCounted(walk.method)),
            threads};
}

} // namespace

void paintSystemBadge(QPainter& painter, const QRectF& badge, int system, const PictureStyle& style) {
    // Use only hues that have no other meaning in this figure. Blue, orange, purple, green and gray already have a
    // meaning.
    constexpr int hues[] = {3, 6, 7};
    constexpr int count = static_cast<int>(std::size(hues));
    const QColor colour = style.colours.strokeColour(hues[system % count]);
    const bool is_filled = system < count, is_hatched = system >= 2 * count;
    paintBox(painter, badge, QPen(colour, 1.5 * style.unit), is_filled ? colour : style.colours.canvas);
    if (is_hatched) painter.fillRect(badge, QBrush(colour, Qt::Dense6Pattern));
    const QString letter(QChar('A' + system));
    const auto font = fittingFont(style.font, {letter}, badge.size(), 13, style.unit, 8);
    if (!font) return;
    painter.setFont(*font);
    paintText(painter, is_filled ? inkOn(colour) : style.colours.text, badge, Qt::AlignCenter, letter);
}

InterleavedSystems interleavedAfter(const TridiagonalSteps& walk, int step) {
    const bool reduces =
        walk.method == walkthrough::Method::pcr && step >= 0 && step + 1 < static_cast<int>(walk.steps.size());
    if (!reduces) return {};
    const int count = 2 * walk.steps[static_cast<std::size_t>(step)].distance;
    return {count <= 8 && count < walk.n ? count : 0};
}

EquationFrame equationFrame(const QRectF& panel, const TridiagonalSteps& walk, int step, const PictureStyle& style) {
    const double unit = style.unit, line = QFontMetricsF(style.font).height();
    EquationFrame frame;
    frame.is_low = panel.height() < 12 * line + 30 * unit;
    // In a short area, use most of the height for the rows, because their values matter most.
    frame.time_line = (frame.is_low ? 8 : 18) * unit;
    const double head = (frame.is_low ? 1 : 2) * line + (frame.is_low ? 2 : 4) * unit,
                 foot = (frame.is_low ? 1 : 3) * 1.25 * line + frame.time_line + (frame.is_low ? 7 : 10) * unit;
    const double height = std::max(8.0, panel.height() - head - foot);
    frame.row_height = std::min(height / std::max(1, walk.n), 42 * unit);
    frame.grid = QRectF(panel.left(), panel.top() + head, panel.width(), frame.row_height * walk.n);
    frame.label = QFontMetricsF(style.font).horizontalAdvance(QStringLiteral("e64")) + 6 * unit;
    frame.badge =
        // Reserve space for the badges in all steps, so that the columns do not move.
        walk.method == walkthrough::Method::pcr ? 18 * unit : 0;
    const double threads = QFontMetricsF(style.font).horizontalAdvance(QStringLiteral("t63")) + 10 * unit + frame.badge;
    const double arrows = std::clamp(panel.width() * 0.14, 40 * unit, 110 * unit);
    frame.narrow_width = 9 * unit;
    const double pitch = frame.narrow_width + 8 * unit;
    // If there is enough room besides the two wide columns, show the other states of the system as thin columns.
    const int steps = static_cast<int>(walk.steps.size()), at = std::clamp(step, 0, std::max(0, steps - 1));
    const double least = 2 * 4 * 47 * unit;
    const double spare = panel.width() - frame.label - threads - arrows - least;
    const int room = std::clamp(static_cast<int>(spare / pitch), 0, 12);
    // Reserve room for the thin columns in every step, so that the wide columns do not move.
    const int before = std::min(steps - 1, room / 2), behind = std::min(steps - 1, room - before);
    frame.column = (panel.width() - frame.label - threads - arrows - (before + behind) * pitch) / 2;
    frame.column = std::clamp(frame.column, 40 * unit, 4 * 76 * unit);
    frame.before_left = panel.left() + frame.label + before * pitch;
    frame.after_left = frame.before_left + frame.column + arrows;
    for (int s = std::max(0, at - before); s < at; ++s)
        frame.narrow.emplace_back(s, frame.before_left - (at - s) * pitch);
    double x = frame.after_left + frame.column + threads;
    for (int s = at + 2; s <= std::min(steps, at + 1 + behind); ++s, x += pitch) frame.narrow.emplace_back(s, x);
    return frame;
}

void paintEquations(QPainter& painter, const QRectF& panel, const TridiagonalSteps& walk, int step, int shown_row,
                    int time_line, const EquationLook& look, const PictureStyle& style) {
    const Colours& colours = style.colours;
    const double unit = style.unit, line = QFontMetricsF(style.font).height();
    const int steps = static_cast<int>(walk.steps.size());
    const bool over = step >= steps;
    const int at = std::min(step, steps - 1);
    const EquationFrame frame = equationFrame(panel, walk, at, style);
    const RowsOfStep rows = rowsOfStep(walk, step);
    const RowWork* shown = over ? nullptr : TridiagonalWalkthrough::shownWork(walk, step, shown_row);
    if (shown != nullptr && shown->row != shown_row) shown = nullptr; // the row is idle in this step

    const QFont bold = style.bold();
    painter.setFont(bold);
    paintText(painter, colours.text, QRectF(panel.left(), panel.top(), panel.width(), line),
              Qt::AlignLeft | Qt::AlignVCenter,
              over ? Text::tr("%1: finished in step %2").arg(methodShort(walk.method)).arg(steps)
                   : Text::tr("%1: step %2 of %3").arg(methodShort(walk.method)).arg(step + 1).arg(steps));
    painter.setFont(style.font);
    painter.setPen(colours.muted);
    const auto heading = [&](double left, const QString& when) {
        const double width = frame.column / 4;
        const QString letters[] = {QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c"), QStringLiteral("h")};
        const double top = panel.top() + line + 2 * unit;
        for (int k = 0; k < 4 && !frame.is_low && (!over || left < frame.after_left); ++k)
            painter.drawText(QRectF(left + k * width + (k == 3 ? 4 * unit : 0), top, width, line), Qt::AlignCenter,
                             letters[k]);
        paintText(painter, colours.muted, QRectF(left, panel.top(), frame.column, line),
                  Qt::AlignRight | Qt::AlignVCenter, when);
    };
    heading(frame.before_left, QString());
    heading(frame.after_left, over ? Text::tr("the solution") : Text::tr("after step %1").arg(at + 1));

    const auto label_font = fittingFont(style.font, {QStringLiteral("e64")}, {frame.label, frame.row_height}, 15, unit);
    for (int i = 0; label_font && i < walk.n; ++i) {
        painter.setFont(*label_font);
        painter.setPen(shown_row == i ? colours.text : colours.muted);
        paintSymbol(painter,
                    QRectF(panel.left(), frame.y(i) - frame.row_height / 2, frame.label - 4 * unit, frame.row_height),
                    *label_font, {QStringLiteral("e"), QString::number(i + 1), {}});
    }

    EquationBoxes equations(painter, frame, look, style);
    equations.chooseFont(walk);
    for (const auto& [state, left] : frame.narrow) equations.thin(walk.before(state), left, state, walk);
    equations.column(walk.before(over ? steps - 1 : step), rows, frame.before_left, false);
    equations.column(walk.before(over ? steps : step + 1), rows, frame.after_left, true);
    paint_arrows(painter, frame, rows, shown, style);
    paint_systems(painter, frame, interleavedAfter(walk, step), walk.n, style);
    paint_threads(painter, frame, rows, style);
    if (shown_row >= 0 && !over) equations.outline(shown_row, frame.after_left, QPen(colours.text, 2.5 * unit));

    double y = frame.grid.bottom() + (frame.is_low ? 4 : 6) * unit;
    paint_time_line(painter, QRectF(panel.left(), y, panel.width(), frame.time_line), walk, step, time_line, style);
    y += frame.time_line + (frame.is_low ? 2 : 4) * unit;
    painter.setFont(style.font);
    const QStringList texts = counters(walk, step, look, frame.is_low);
    painter.setPen(colours.text);
    const QFont counting = fittingFont(style.font, texts, {panel.width(), line * 1.25}, 14, unit).value_or(style.font);
    painter.setFont(counting);
    for (const QString& text : texts) {
        painter.drawText(QRectF(panel.left(), y, panel.width(), line * 1.25), Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetricsF(counting).elidedText(text, Qt::ElideRight, panel.width()));
        y += line * 1.25;
    }
}

} // namespace warploom::ui
