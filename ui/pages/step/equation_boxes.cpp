#include "ui/pages/step/equation_boxes.h"

#include "ui/pages/step/step_painting.h"

#include <QFontMetricsF>

#include <algorithm>
#include <array>
#include <cmath>

namespace warploom::ui {

using steps::Equation;
using steps::RowWork;
using steps::TridiagonalSteps;

namespace {

struct Cell {
    QString number;
    Symbol symbol;
};

/// Boxes are narrow: three digits; then two decimals; then those without the 0 before the point.
QString short_number(double value, int shortness) {
    const double size = std::abs(value);
    if (!std::isfinite(value)) return stepNumber(value);
    if (size > 1e-13 && size < (shortness == 0 ? 0.0005 : 0.005)) return QStringLiteral("≈0");
    if (size >= 100) return QString::number(value, 'f', 0).replace(QLatin1Char('-'), QChar(0x2212));
    if (shortness == 0) return stepNumber(value, 3);
    const double steps = size >= 10 ? 1 : size >= 1 ? 10 : 100; // that are kept
    QString text = stepNumber(std::round(value * steps) / steps, 3);
    if (shortness > 1 && size < 1 && text.contains(QLatin1String("0.")))
        text.remove(text.indexOf(QLatin1String("0.")), 1);
    return text;
}

std::array<Cell, 4> cells_of(const Equation& row, int i, int shortness) {
    const auto cell = [i, shortness](const char* letter, const steps::Coefficient& c) {
        return Cell{short_number(c.value, shortness), symbolOf(letter, i, c)};
    };
    return {cell("a", row.a), cell("b", row.b), cell("c", row.c), cell("h", row.h)};
}

QString solution_text(const Equation& row, int i, bool letters) {
    const QString name = QStringLiteral("x") + QString::number(i + 1);
    return letters ? name : name + QStringLiteral(" = ") + stepNumber(row.x, 4);
}

} // namespace

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

QColor EquationBoxes::fillOf(Look look) const {
    const Colours& colours = style_.colours;
    switch (look) {
    case Look::working: return colours.active_lane;
    case Look::solved: return colours.used;
    case Look::idle: return colours.waiting_lane;
    default: return colours.canvas;
    }
}

void EquationBoxes::chooseFont(const TridiagonalSteps& walk) {
    const double cell = frame_.column / 4 - 4 * style_.unit, height = frame_.row_height - 2 * style_.unit;
    if (look_.letters) {
        QFont base = style_.font;
        for (double pixels = 19; pixels >= (style_.unit >= 1.5 ? 8.25 : 11) && !font_; pixels -= 1) {
            base.setPixelSize(std::max(1, static_cast<int>(std::lround(pixels * style_.unit))));
            const double width = symbolWidth(base, {QStringLiteral("b"), QString::number(walk.n), QStringLiteral("3")});
            if (width <= cell && QFontMetricsF(base).ascent() * 1.2 <= height) font_ = base;
        }
    }
    for (shortness_ = 0; shortness_ < 3 && !font_ && !look_.letters; ++shortness_) {
        font_ = fittingFont(style_.font, numbersOf(walk), {cell, height}, 19, style_.unit, shortness_ < 2 ? 13 : 11);
        if (font_) break;
    }
    QStringList solutions;
    for (int i = 0; i < walk.n; ++i)
        solutions << solution_text(walk.before(static_cast<int>(walk.steps.size()))[i], i, look_.letters);
    solution_font_ = fittingFont(style_.font, solutions, {frame_.column - 8 * style_.unit, height}, 19, style_.unit);
}

void EquationBoxes::column(const steps::Equations& rows, const RowsOfStep& now, double left, bool after) {
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

void EquationBoxes::outline(int i, double left, const QPen& pen) {
    painter_.setPen(pen);
    painter_.setBrush(Qt::NoBrush);
    painter_.drawRect(box(i, left).adjusted(-2 * style_.unit, -1, 2 * style_.unit, 1));
}

void EquationBoxes::thin(const steps::Equations& rows, double left, int state, const TridiagonalSteps& walk) {
    const RowsOfStep made = rowsOfStep(walk, state - 1); // what brought the rows here
    for (int i = 0; i < static_cast<int>(rows.size()); ++i) {
        const auto at = static_cast<std::size_t>(i);
        const bool worked = state > 0 && made.work[at] != nullptr;
        const Look look = rows[at].is_solved ? Look::solved : worked ? Look::working : Look::plain;
        QColor fill = fillOf(look);
        if (look != Look::plain) fill.setAlphaF(worked ? 0.8f : 0.35f);
        const double height = std::min(frame_.row_height * 0.7, frame_.narrow_width);
        painter_.setPen(QPen(style_.colours.outline, 1));
        painter_.setBrush(fill);
        painter_.drawRect(QRectF(left, frame_.y(i) - height / 2, frame_.narrow_width, height));
    }
}

QStringList EquationBoxes::numbersOf(const TridiagonalSteps& walk) const {
    QStringList numbers;
    for (int s = 0; s <= static_cast<int>(walk.steps.size()); ++s)
        for (int i = 0; i < walk.n; ++i) {
            const Equation& row = walk.before(s)[i];
            if (row.is_solved) continue;
            for (const Cell& cell : cells_of(row, i, shortness_)) numbers << cell.number;
        }
    return numbers;
}

QRectF EquationBoxes::box(int i, double left) const {
    const double height = std::max(2.0, frame_.row_height - std::min(4.0 * style_.unit, frame_.row_height * 0.25));
    return {left, frame_.y(i) - height / 2, frame_.column, height};
}

void EquationBoxes::row(const Equation& row, int i, double left, Look look, bool now) {
    const Colours& colours = style_.colours;
    const QRectF all = box(i, left);
    QColor fill = fillOf(look);
    // Where rows are many and thin, frames would run together: then the colour fills the box.
    const bool is_thin = frame_.row_height < 10 * style_.unit, framed = look == Look::used && !is_thin;
    if (look == Look::used && is_thin) {
        fill = colours.strokeColour(1);
        fill.setAlphaF(0.35f);
    }
    const QColor edge = framed ? colours.strokeColour(1) : is_thin ? colours.canvas : colours.outline;
    const QPen frame_pen(edge, (framed ? 2 : is_thin ? 0.5 : 1) * style_.unit);
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
        // h stands apart from the three coefficients.
        const QRectF place(left + k * width, all.top(), width, all.height());
        const QRectF room = k == 3 ? place.adjusted(4 * style_.unit, 0, 0, 0) : place;
        const bool empty = cell.symbol.letter == QLatin1String("0");
        painter_.setPen(frame_pen);
        painter_.setBrush(fill);
        painter_.drawRect(room);
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

} // namespace warploom::ui
