// Paints the introduction before the first step of each walkthrough: the problem, the goal and the phases.
#include "ui/pages/step/walkthroughs/ata_walkthrough.h"
#include "ui/pages/step/walkthroughs/segmented_walkthrough.h"
#include "ui/pages/step/walkthroughs/step_painting.h"
#include "ui/pages/step/walkthroughs/tridiagonal_walkthrough.h"
#include "ui/style/number_text.h"
#include "ui/style/text.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <vector>

namespace warploom::ui {

using walkthrough::Method;
using walkthrough::StepAction;
using walkthrough::TridiagonalSteps;

namespace {

QFont larger(const PictureStyle& style, double factor, bool bold = false) {
    QFont font = style.font;
    if (font.pixelSize() > 0) font.setPixelSize(static_cast<int>(font.pixelSize() * factor));
    else font.setPointSizeF(font.pointSizeF() * factor);
    font.setBold(bold);
    return font;
}

/// Paints a heading and paragraphs in a font size that can be read from the back row of a lecture hall.
void paint_goal(QPainter& painter, const QRectF& room, const QString& heading, const QStringList& paragraphs,
                const PictureStyle& style) {
    painter.save();
    painter.setPen(style.colours.text);
    double y = room.top();
    const auto put = [&](const QString& text, const QFont& font, double gap) {
        painter.setFont(font);
        const QRectF place(room.left(), y, room.width(), std::max(0.0, room.bottom() - y));
        const QRectF used = painter.boundingRect(place, Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignTop, text);
        if (used.bottom() > room.bottom() + 2) return false;
        painter.drawText(place, Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignTop, text);
        y = used.bottom() + gap * style.unit;
        return true;
    };
    // Use the largest font that leaves some space below the text.
    const auto height_of = [&](double letters) {
        double height = 0;
        const auto add = [&](const QString& text, const QFont& font, double gap) {
            painter.setFont(font);
            const QRectF endless(0, 0, room.width(), 1e5);
            height += painter.boundingRect(endless, Qt::TextWordWrap | Qt::AlignLeft, text).height() + gap * style.unit;
        };
        add(heading, larger(style, 1.17 * letters, true), 10);
        for (const QString& each : paragraphs) add(each, larger(style, letters), 9);
        return height;
    };
    double letters = 1.15;
    for (const double more : {1.6, 1.45, 1.3}) {
        // At a large font scale, keep the smallest font, because part of the area is scrolled out of view.
        if (style.unit >= 1.5 || height_of(more) > 0.75 * room.height()) continue;
        letters = more;
        break;
    }
    put(heading, larger(style, 1.17 * letters, true), 10);
    for (const QString& each : paragraphs)
        if (!put(each, larger(style, letters), 9) && !put(each, style.font, 6)) break;
    painter.restore();
}

/// Paints the brackets of a matrix or a vector.
void paint_brackets(QPainter& painter, const QRectF& room, const PictureStyle& style) {
    const double arm = 6 * style.unit;
    painter.setPen(QPen(style.colours.text, 2 * style.unit));
    for (const bool left : {true, false}) {
        const double x = left ? room.left() : room.right(), to = left ? x + arm : x - arm;
        painter.drawLine(QPointF(x, room.top()), QPointF(x, room.bottom()));
        painter.drawLine(QPointF(x, room.top()), QPointF(to, room.top()));
        painter.drawLine(QPointF(x, room.bottom()), QPointF(to, room.bottom()));
    }
}

} // namespace

QString TridiagonalWalkthrough::openingSentence() const {
    const int n = walks_.front().n;
    if (walks_.size() > 1)
        return Text::tr("A system of %1 equations in %1 unknowns, with at most three unknowns per equation. Two "
                        "methods solve it side by side, step by step.")
            .arg(n);
    return Text::tr("Solve %1 equations in the %1 unknowns x1 … x%1 with %n threads. Each equation contains at most "
                    "three unknowns.",
                    nullptr, walks_.front().threads)
        .arg(n);
}

QString TridiagonalWalkthrough::openingWords() const {
    QString html =
        Text::tr("<p><b>Given</b>: a<sub>i</sub> x<sub>i−1</sub> + b<sub>i</sub> x<sub>i</sub> + c<sub>i</sub> "
                 "x<sub>i+1</sub> = h<sub>i</sub></p><p><b>Find</b>: x<sub>1</sub> … x<sub>%1</sub></p>")
            .arg(walks_.front().n);
    for (const TridiagonalSteps& walk : walks_)
        html += Text::tr("<p><b>%1</b>: %2 steps, %n threads</p>", nullptr, walk.threads)
                    .arg(methodTitle(walk.method))
                    .arg(walk.steps.size());
    return html;
}

QList<WalkthroughChapter> TridiagonalWalkthrough::chapters() const {
    QList<WalkthroughChapter> all;
    const TridiagonalSteps& walk = walks_.front();
    for (std::size_t s = 0; s < walk.steps.size(); ++s) {
        const StepAction now = walk.steps[s].action;
        if (s > 0 && now == walk.steps[s - 1].action) continue;
        const QString title = now == StepAction::eliminate    ? Text::tr("downward")
                              : now == StepAction::reduce     ? Text::tr("reduce")
                              : now == StepAction::solve      ? Text::tr("solve the rest")
                              : walk.method == Method::thomas ? Text::tr("upward")
                                                              : Text::tr("substitute");
        all.append({static_cast<int>(s), title});
    }
    return all;
}

void TridiagonalWalkthrough::paintOpening(QPainter& painter, const QRectF& area, const PictureStyle& style) const {
    const walkthrough::Equations& rows = walks_.front().start;
    const int n = walks_.front().n;
    // Maximum number of rows shown. Rows in the middle are omitted, because more rows would be unreadable.
    constexpr int most_rows = 16;
    std::vector<int> shown;
    for (int i = 0; i < n; ++i)
        if (n <= most_rows || i < 6 || i >= n - 3) shown.push_back(i);
    const auto count = static_cast<double>(shown.size());
    const double unit = style.unit;
    const QRectF left(area.left(), area.top() + 8 * unit, area.width() * 0.62, area.height() - 16 * unit);
    // Divide the width among the columns of A, one column each for x and h, and the space for brackets and signs.
    const double cell_width = left.width() / (count + 4.6), cell_height = left.height() / count;
    const double height = std::min({cell_height, 1.4 * cell_width, 50 * unit}), top = left.top();
    QStringList texts;
    for (const int i : shown)
        for (const walkthrough::Coefficient* c : {&rows[i].a, &rows[i].b, &rows[i].c, &rows[i].h})
            texts << (look_.letters ? QStringLiteral("b64") : stepNumber(c->value, 2));
    const auto font = fittingFont(style.font, texts, {cell_width - 2 * unit, height}, 24, unit, 8);
    const auto names = fittingFont(style.font, {QStringLiteral("x64")}, {cell_width - 2 * unit, height}, 24, unit, 6);
    const double x_of_x = left.left() + (count + 1.1) * cell_width, x_of_h = x_of_x + 2.2 * cell_width;
    painter.save();
    for (std::size_t r = 0; r < shown.size(); ++r) {
        const int i = shown[r];
        const double y = top + static_cast<double>(r) * height;
        const auto cell = [&](double x) { return QRectF(x, y, cell_width, height); };
        const auto number = [&](const QRectF& room, const char* letter, const walkthrough::Coefficient& c) {
            if (!font) return;
            painter.setPen(style.colours.text);
            painter.setFont(*font);
            if (look_.letters) paintSymbol(painter, room, *font, symbolOf(letter, i, c));
            else painter.drawText(room, Qt::AlignCenter, stepNumber(c.value, 2));
        };
        for (std::size_t k = 0; k < shown.size(); ++k) {
            const int j = shown[k];
            if (std::abs(i - j) > 1) continue;
            const QRectF room = cell(left.left() + static_cast<double>(k) * cell_width);
            painter.fillRect(room.adjusted(1, 1, -1, -1),
                             pale(i == j ? style.colours.strokeColour(0) : style.colours.strokeColour(1), 0.16F));
            number(room, j < i ? "a" : j == i ? "b" : "c", j < i ? rows[i].a : j == i ? rows[i].b : rows[i].c);
        }
        if (names) {
            painter.setPen(style.colours.text);
            paintSymbol(painter, cell(x_of_x), *names, {QStringLiteral("x"), QString::number(i + 1), {}});
        }
        number(cell(x_of_h), "h", rows[i].h);
    }
    const double bottom = top + count * height;
    paint_brackets(painter, {left.left() - 2, top, count * cell_width + 4, bottom - top}, style);
    paint_brackets(painter, {x_of_x, top, cell_width, bottom - top}, style);
    paint_brackets(painter, {x_of_h, top, cell_width, bottom - top}, style);
    painter.setFont(larger(style, 1.5, true));
    paintText(painter, style.colours.text, QRectF(x_of_x + cell_width, top, 1.2 * cell_width, bottom - top),
              Qt::AlignCenter, QStringLiteral("="));
    if (static_cast<int>(shown.size()) < n && font) {
        painter.setFont(style.font);
        painter.drawText(QRectF(left.left(), bottom + 4 * unit, left.width(), 40 * unit), Qt::AlignLeft,
                         Text::tr("Rows 7 to %1 follow the same pattern.").arg(n - 3));
    }
    painter.restore();

    QStringList way;
    for (const TridiagonalSteps& walk : walks_) {
        const int n_steps = static_cast<int>(walk.steps.size());
        if (walk.method == Method::thomas)
            way << Text::tr(
                "Thomas: one thread works down the rows, subtracting a multiple of each row from the next, and then "
                "finds the unknowns one by one on the way back up. This takes %n steps, with no parallelism.",
                nullptr, n_steps);
        else if (walk.method == Method::cr)
            way << Text::tr("CR: every second row eliminates its neighbors, then every fourth row, until one or two "
                            "rows are left. Back substitution then finds the remaining unknowns. This takes %n steps.",
                            nullptr, n_steps);
        else
            way << Text::tr(
                "PCR: in each step, every row eliminates its neighbors, splitting the system into two, then four, then "
                "eight independent systems, and so on. This takes %n steps, and no thread is ever idle.",
                nullptr, n_steps);
    }
    const QRectF right(left.right() + 28 * unit, area.top() + 8 * unit, area.right() - left.right() - 32 * unit,
                       area.height() - 16 * unit);
    paint_goal(painter, right, Text::tr("Find x₁ … xₙ for n = %1").arg(n), way, style);
}

QString AtaWalkthrough::openingSentence() const {
    return Text::tr("Every element of C = AᵀA is the dot product of two columns of A. Compute all of C while reading A "
                    "from global memory as few times as possible.");
}

QString AtaWalkthrough::openingWords() const {
    return Text::tr("<p><b>Given</b>: A with %1 rows and %2 columns.</p><p><b>Find</b>: C<sub>ij</sub> = Σ<sub>k</sub> "
                    "A<sub>ki</sub> A<sub>kj</sub> for all %2 × %2 elements.</p><p>A block of %3 × %3 threads computes "
                    "a tile of %4 × %4 elements; each thread keeps %5 × %5 sums in registers.</p>")
        .arg(shape().rows)
        .arg(shape().cols)
        .arg(shape().side)
        .arg(shape().tile())
        .arg(shape().each);
}

QList<WalkthroughChapter> AtaWalkthrough::chapters() const {
    QList<WalkthroughChapter> all;
    for (int s = 0; s < steps(); ++s)
        if (s == 0 || at(s).block_row != at(s - 1).block_row || at(s).block_column != at(s - 1).block_column)
            all.append({s, Text::tr("block (%1, %2)").arg(at(s).block_row).arg(at(s).block_column)});
    return all;
}

void AtaWalkthrough::paintOpening(QPainter& painter, const QRectF& area, const PictureStyle& style) const {
    const double unit = style.unit, line = QFontMetricsF(style.font).height();
    // At a large font scale, steps may scroll, but the introduction must be visible without scrolling.
    const double high = unit < 1.5 ? area.height() : std::min(area.height(), 164 * unit);
    QRectF left(area.left(), area.top() + 6 * unit, area.width() * 0.62, high - 12 * unit);
    const int rows = shape().rows, cols = shape().cols;
    // Draw Aᵀ, A and C at the same scale, with C below the columns of A and to the right of the rows of Aᵀ.
    const double cell = std::min((left.width() - 3 * line) / (rows + cols), (left.height() - 3 * line) / (rows + cols));
    const double across = rows * cell + 1.5 * line, down = rows * cell + 1.5 * line;
    const QRectF a(left.left() + across, left.top() + line, cols * cell, rows * cell);
    const QRectF transposed(left.left(), left.top() + line + down, rows * cell, cols * cell);
    const QRectF c(a.left(), transposed.top(), cols * cell, cols * cell);
    if (unit >= 1.5) left.setRight(std::min(left.right(), c.right()));
    const int i = std::min(cols - 1, 2), j = std::min(cols - 1, cols * 2 / 3);
    const QColor of_i = style.colours.strokeColour(4), of_j = style.colours.strokeColour(1);
    painter.save();
    const auto strip = [&](const QRectF& room, const QColor& colour) { painter.fillRect(room, pale(colour, 0.55F)); };
    strip({transposed.left(), transposed.top() + i * cell, transposed.width(), cell}, of_i);
    strip({a.left() + j * cell, a.top(), cell, a.height()}, of_j);
    painter.setBrush(Qt::NoBrush);
    for (const QRectF& room : {a, transposed, c}) {
        painter.setPen(QPen(style.colours.grid, 1));
        if (cell >= 6 * unit) {
            for (double x = room.left() + cell; x < room.right() - 1; x += cell)
                painter.drawLine(QPointF(x, room.top()), QPointF(x, room.bottom()));
            for (double y = room.top() + cell; y < room.bottom() - 1; y += cell)
                painter.drawLine(QPointF(room.left(), y), QPointF(room.right(), y));
        }
        painter.setPen(QPen(style.colours.outline, 1.5 * unit));
        painter.drawRect(room);
    }
    const QRectF result(c.left() + j * cell, c.top() + i * cell, cell, cell);
    painter.fillRect(result, style.colours.active_lane);
    painter.setPen(QPen(style.colours.text, 1.5 * unit, Qt::DashLine));
    painter.drawLine(QPointF(transposed.right(), result.center().y()), QPointF(result.left(), result.center().y()));
    painter.drawLine(QPointF(result.center().x(), a.bottom()), QPointF(result.center().x(), result.top()));
    painter.setFont(larger(style, 1.2, true));
    painter.setPen(style.colours.text);
    painter.drawText(QPointF(a.left(), a.top() - 4 * unit), QStringLiteral("A"));
    painter.drawText(QPointF(transposed.left(), transposed.top() - 4 * unit), QStringLiteral("Aᵀ"));
    painter.drawText(QPointF(c.left(), c.bottom() + line * 1.2),
                     Text::tr("C[%1][%2] = row %1 of Aᵀ · column %2 of A").arg(i).arg(j));
    painter.restore();
    const QRectF right(left.right() + 24 * unit, left.top(), area.right() - left.right() - 28 * unit, left.height());
    QStringList way{Text::tr("C has %1 × %1 elements, each a sum of %2 products. Computing the elements one by one "
                             "would read A %3 times.")
                        .arg(cols)
                        .arg(rows)
                        .arg(2 * cols),
                    Text::tr("Each block computes one tile of C. It loads slices of A into shared memory. For each row "
                             "of a slice, a thread computes %1 products from the values it has loaded.")
                        .arg(shape().each * shape().each)};
    if (shape().symmetric) way << Text::tr("C is symmetric, so blocks below the diagonal can be skipped.");
    paint_goal(painter, right, Text::tr("Find C = AᵀA"), way, style);
}

QString SegmentedWalkthrough::openingSentence() const {
    return Text::tr("The matrix has %1 entries in %2 rows, stored contiguously. Compute y = A x by summing the "
                    "products in each row, with all %3 lanes active.")
        .arg(all_.row.size())
        .arg(all_.rows)
        .arg(walkthrough::lanes);
}

QString SegmentedWalkthrough::openingWords() const {
    return Text::tr(
        "<p><b>Given</b>: the row, column and value of each entry, sorted by row.</p><p><b>Find</b>: y<sub>i</sub>, "
        "the sum of value · x over the entries of row i.</p><p>Each lane processes one entry. A row can start at any "
        "lane, so the lanes must determine which sums belong to the same row.</p>");
}

QList<WalkthroughChapter> SegmentedWalkthrough::chapters() const {
    QList<WalkthroughChapter> all;
    for (int s = 0; s < steps(); ++s) {
        const walkthrough::SegmentedStep& now = at(s);
        if (now.action == walkthrough::SegmentedAction::product)
            all.append(
                {s,
                 Text::tr("warp %1, entries %2 to %3").arg(now.warp).arg(now.lane[0].entry).arg(now.lane[31].entry)});
        else if (now.action == walkthrough::SegmentedAction::serial) all.append({s, Text::tr("the tail")});
        else if (now.action == walkthrough::SegmentedAction::update) all.append({s, Text::tr("the carries")});
    }
    return all;
}

void SegmentedWalkthrough::paintOpening(QPainter& painter, const QRectF& area, const PictureStyle& style) const {
    const double unit = style.unit, line = QFontMetricsF(style.font).height();
    const double high = area.height() > 22 * line ? 3.6 : 2.2; // height of the area in lines of text
    const QRectF band(area.left(), area.top() + 8 * unit, area.width(), high * line);
    const double width = band.width() / static_cast<double>(all_.row.size());
    painter.save();
    painter.setFont(larger(style, 1.1));
    const QFontMetricsF metrics(painter.font());
    for (std::size_t k = 0, end = 0; k < all_.row.size(); k = end) {
        while (end < all_.row.size() && all_.row[end] == all_.row[k]) ++end;
        const QRectF room(band.left() + static_cast<double>(k) * width, band.top(),
                          static_cast<double>(end - k) * width, band.height());
        painter.fillRect(room, pale(style.colours.seriesColour(all_.row[k] % 8), 0.4F));
        painter.setPen(QPen(style.colours.text, 1));
        painter.drawRect(room);
        const QString name = Text::tr("row %1").arg(all_.row[k]);
        painter.drawText(room, Qt::AlignCenter,
                         metrics.horizontalAdvance(name) < room.width() ? name : QString::number(all_.row[k]));
    }
    paintText(painter, style.colours.muted, QRectF(band.left(), band.bottom() + 3 * unit, band.width(), 1.4 * line),
              Qt::AlignLeft, Text::tr("entries 0 to %1, in memory order").arg(all_.row.size() - 1));
    painter.restore();
    std::vector<int> lengths(static_cast<std::size_t>(all_.rows), 0);
    for (const int row : all_.row) ++lengths[static_cast<std::size_t>(row)];
    const auto [shortest, longest] = std::minmax_element(lengths.begin(), lengths.end());
    paint_goal(painter, band.adjusted(0, band.height() + 2.4 * line, 0, area.bottom() - band.bottom()),
               Text::tr("Compute y = A x with all 32 lanes active"),
               {Text::tr("With one lane per row, many lanes would be idle: row lengths range from %1 to %n entries.",
                         nullptr, *longest)
                    .arg(*shortest),
                Text::tr("Instead, each lane processes one entry. In five steps, with strides of 1, 2, 4, 8 and 16, "
                         "the lanes add up the products of each row."),
                Text::tr("If a row continues in the next warp, its partial sum is saved as a carry. One thread adds "
                         "the last entries, which do not fill a warp.")},
               style);
}

} // namespace warploom::ui
