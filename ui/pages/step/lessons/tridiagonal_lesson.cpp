#include "ui/pages/step/lessons/tridiagonal_lesson.h"

#include "ui/look/words.h"
#include "ui/pages/step/lessons/step_painting.h"

#include <QFontMetricsF>

#include <algorithm>

namespace warploom::ui {

using steps::Method;
using steps::RowWork;
using steps::StepAction;
using steps::TridiagonalSteps;

namespace {

QString action_text(StepAction action) {
    switch (action) {
    case StepAction::eliminate: return words("eliminate");
    case StepAction::reduce: return words("reduce");
    case StepAction::solve: return words("solve");
    case StepAction::substitute: break;
    }
    return words("substitute");
}

double line_of(const PictureStyle& style) { return QFontMetricsF(style.font).height(); }

QRectF panel_of(const QRectF& area, int panel, int panels, double unit) {
    if (panels == 1) return area;
    const double gap = 14 * unit, width = (area.width() - gap) / 2;
    return {area.left() + panel * (width + gap), area.top(), width, area.height()};
}

} // namespace

TridiagonalLesson::TridiagonalLesson(std::vector<Method> methods, const TridiagonalSystem& system,
                                     const EquationLook& look)
    : look_(look) {
    for (const Method method : methods) walks_.push_back(steps::tridiagonal_steps(method, system));
}

QString TridiagonalLesson::name() const {
    QStringList parts;
    for (const TridiagonalSteps& walk : walks_)
        parts << (walk.method == Method::thomas ? QStringLiteral("thomas")
                  : walk.method == Method::cr   ? QStringLiteral("cr")
                                                : QStringLiteral("pcr"));
    return parts.join(QStringLiteral("-beside-"));
}

QString TridiagonalLesson::title() const {
    const QString what = walks_.size() > 1 ? words("CR beside PCR") : methodTitle(walks_.front().method);
    return words("%1 · n = %2 · %3").arg(what).arg(walks_.front().n).arg(look_.system);
}

int TridiagonalLesson::steps() const {
    int most = 0;
    for (const TridiagonalSteps& walk : walks_) most = std::max(most, static_cast<int>(walk.steps.size()));
    return most;
}

const RowWork* TridiagonalLesson::shownWork(const TridiagonalSteps& walk, int step, int chosen) {
    if (step < 0 || step >= static_cast<int>(walk.steps.size())) return nullptr;
    const std::vector<RowWork>& work = walk.steps[step].work;
    for (const RowWork& each : work)
        if (each.row == chosen) return &each;
    if (work.empty()) return nullptr;
    // Inner rows have two neighbours; of the pair the second has more to tell.
    return walk.steps[step].action == StepAction::solve ? &work.back() : &work[(work.size() - 1) / 2];
}

int TridiagonalLesson::shownRow(int step, int chosen) const {
    if (walks_.size() > 1 && chosen >= 0) return chosen;
    for (const TridiagonalSteps& walk : walks_)
        if (const RowWork* const work = shownWork(walk, step, chosen)) return work->row;
    return -1;
}

/// Of two methods, the first. The kernels take each step of CR and PCR in a launch of its own; Thomas is one thread.
std::optional<LessonWarp> TridiagonalLesson::warpOf(int step, int chosen) const {
    const steps::TridiagonalSteps& walk = walks_.front();
    const RowWork* const work = shownWork(walk, step, chosen);
    if (work == nullptr) return std::nullopt;
    const bool is_thomas = walk.method == steps::Method::thomas;
    LessonWarp made;
    made.operation = QStringLiteral("tridiagonal");
    made.kernel = is_thomas                          ? QStringLiteral("thomas-gpu")
                  : walk.method == steps::Method::cr ? QStringLiteral("cr")
                                                     : QStringLiteral("pcr");
    made.warp = {is_thomas ? 0 : step, 0, work->thread / simulated::warp_size};
    made.row = work->row;
    if (is_thomas && step >= walk.n) made.array = "upper"; // on the way back the row's own is read again
    return made;
}

QString TridiagonalLesson::sentence(int step) const {
    const bool one = walks_.size() == 1;
    QStringList parts;
    for (const TridiagonalSteps& walk : walks_) {
        const bool failed = walk.bad_pivot >= 0 && step + 1 >= static_cast<int>(walk.steps.size());
        if (failed)
            parts << (one ? words("A pivot was 0 at e%1: without exchanging rows %2 cannot solve this system.")
                          : words("%2: a pivot was 0 at e%1, and there is no solution by this way."))
                         .arg(walk.bad_pivot + 1)
                         .arg(methodShort(walk.method));
        else parts << (one ? methodSentence(walk, step) : methodShortSentence(walk, step));
    }
    return parts.join(QLatin1Char('\n'));
}

QString TridiagonalLesson::writtenOut(int step, int chosen, const Colours& colours) const {
    QString html;
    const int row = shownRow(step, chosen);
    for (const TridiagonalSteps& walk : walks_) html += methodWrittenOut(walk, step, row, look_.letters, colours);
    return html;
}

std::vector<steps::KernelLine> TridiagonalLesson::lines(int step) const {
    std::vector<steps::KernelLine> lines;
    for (const TridiagonalSteps& walk : walks_) {
        if (step >= static_cast<int>(walk.steps.size())) continue;
        const steps::KernelLine line = walk.steps[step].line;
        const bool same = std::any_of(lines.begin(), lines.end(), [&](steps::KernelLine other) {
            return QLatin1String(steps::quoted(other).text) == QLatin1String(steps::quoted(line).text);
        });
        if (!same) lines.push_back(line);
    }
    return lines;
}

std::optional<LessonBanks> TridiagonalLesson::banks(int step) const {
    const TridiagonalSteps& walk = walks_.front();
    if (walk.method == Method::thomas || step >= static_cast<int>(walk.steps.size())) return std::nullopt;
    LessonBanks banks;
    banks.title = words("%1, step %2: each thread reads its row's b").arg(methodShort(walk.method)).arg(step + 1);
    banks.accesses = steps::bank_accesses(walk.method, walk.n, step, look_.layout);
    banks.element_bytes = look_.layout.element_bytes;
    // What a class will measure has more rows; the same step there.
    constexpr int block_rows = 1024;
    if (walk.method == Method::cr && walk.steps[step].action == StepAction::reduce) {
        const simulated::BankUse large = steps::bank_use(walk.method, block_rows, step, look_.layout);
        banks.note = words("With 1024 rows this step: %1 passes, %2 without conflicts; a bank gives up to %3 words.")
                         .arg(large.passes)
                         .arg(large.ideal)
                         .arg(large.degree);
    }
    return banks;
}

std::optional<LessonQuestion> TridiagonalLesson::question(int step) const {
    const TridiagonalSteps& walk = walks_.front();
    if (step >= static_cast<int>(walk.steps.size()) || walk.bad_pivot >= 0) return std::nullopt;
    const steps::Step& now = walk.steps[step];
    const QString method = methodShort(walk.method);
    if (now.action == StepAction::substitute || now.action == StepAction::solve)
        return LessonQuestion{words("%1, step %2: how many unknowns become known?").arg(method).arg(step + 1),
                              static_cast<int>(std::count_if(now.work.begin(), now.work.end(),
                                                             [](const RowWork& each) { return each.solves; }))};
    if (step % 2 == 0 || walk.method == Method::thomas)
        return LessonQuestion{words("%1, step %2: how many equations change?").arg(method).arg(step + 1),
                              static_cast<int>(now.work.size())};
    return LessonQuestion{
        words("%1, step %2: a row uses two others; how many rows away are they?").arg(method).arg(step + 1),
        now.distance};
}

Table TridiagonalLesson::table() const {
    Table table;
    table.title = title().toStdString();
    for (const char* name : {"step", "method", "thread", "action", "equation", "uses_before", "uses_after", "k1", "k2",
                             "a", "b", "c", "h", "x", "operations", "operations_so_far"})
        table.columns.push_back({name, ""});
    const auto row_number = [](int row) { return row < 0 ? warploom::Cell{} : warploom::Cell{std::int64_t{row} + 1}; };
    for (int s = 0; s < steps(); ++s)
        for (const TridiagonalSteps& walk : walks_) {
            if (s >= static_cast<int>(walk.steps.size())) continue;
            const steps::Step& step = walk.steps[s];
            for (const RowWork& work : step.work) {
                const auto coefficient = [&](const char* letter, const steps::Coefficient& c) {
                    return look_.letters ? warploom::Cell{symbolOf(letter, work.row, c).plain().toStdString()}
                                         : warploom::Cell{c.value};
                };
                table.add_row(
                    {std::int64_t{s} + 1, methodShort(walk.method).toStdString(), std::int64_t{work.thread},
                     action_text(work.action).toStdString(), std::int64_t{work.row} + 1, row_number(work.left),
                     row_number(work.right), work.left < 0 ? warploom::Cell{} : warploom::Cell{work.k1},
                     work.right < 0 ? warploom::Cell{} : warploom::Cell{work.k2}, coefficient("a", work.after.a),
                     coefficient("b", work.after.b), coefficient("c", work.after.c), coefficient("h", work.after.h),
                     work.after.is_solved ? warploom::Cell{work.after.x} : warploom::Cell{},
                     std::int64_t{work.operations}, std::int64_t{walk.operations_until(s)}});
            }
        }
    table.facts = {{"system", look_.system.toStdString()}, {"source", "cerny2011"}};
    return table;
}

QRectF TridiagonalLesson::pictureArea(const QRectF& area, const PictureStyle& style) const {
    // One method stands in a narrow picture: its legend takes two lines.
    const int lines = area.width() < 760 * style.unit ? 2 : 1;
    return area.adjusted(0, 0, 0, -lines * line_of(style) - 4 * style.unit);
}

/// What the colours and arrows say; as many words as there is room for.
void TridiagonalLesson::paintLegend(QPainter& painter, const QRectF& row, const PictureStyle& style) const {
    const QFontMetricsF metrics(style.font);
    const Colours& colours = style.colours;
    const double unit = style.unit, line = metrics.height(), box = line * 0.65;
    double middle = row.top() + 4 * unit + line / 2;
    painter.save();
    painter.setFont(style.font);
    double x = row.left();
    const auto fits = [&](double width) {
        if (x + width <= row.right()) return true;
        if (middle + line > row.bottom() + 4 * unit) return false;
        x = row.left();
        middle += line;
        return x + width <= row.right();
    };
    const auto word = [&](double sign, const QString& text) {
        painter.setPen(colours.text);
        painter.drawText(QRectF(x + sign + 4 * unit, middle - line / 2, row.width(), line),
                         Qt::AlignLeft | Qt::AlignVCenter, text);
        x += sign + metrics.horizontalAdvance(text) + 16 * unit;
    };
    const auto square = [&](const QString& text, const QColor& fill, const QPen& edge) {
        if (!fits(box + 4 * unit + metrics.horizontalAdvance(text))) return;
        painter.setPen(edge);
        painter.setBrush(fill);
        painter.drawRect(QRectF(x, middle - box / 2, box, box));
        word(box, text);
    };
    const auto arrow = [&](const QString& text, const QPen& pen) {
        const double length = 22 * unit;
        if (!fits(length + 4 * unit + metrics.horizontalAdvance(text))) return;
        paintArrow(painter, {x, middle}, {x + length, middle}, pen, 5 * unit);
        word(length, text);
    };
    const QPen thin(colours.outline, 1);
    square(words("rewritten"), colours.active_lane, thin);
    square(words("read"), colours.canvas, QPen(colours.strokeColour(1), 2 * unit));
    square(words("rests"), colours.waiting_lane, thin);
    square(words("unknown known"), colours.used, thin);
    const bool has_after = walks_.front().method != Method::thomas;
    arrow(has_after ? words("k₁: the equation before") : words("the row that is used"),
          QPen(colours.strokeColour(1), 2 * unit));
    if (has_after) arrow(words("k₂: the one after"), QPen(colours.strokeColour(4), 2 * unit, Qt::DashLine));
    const bool has_pcr = std::any_of(walks_.begin(), walks_.end(),
                                     [](const TridiagonalSteps& walk) { return walk.method == Method::pcr; });
    const QString systems = words("systems that never meet again");
    if (has_pcr && fits(2.4 * line + metrics.horizontalAdvance(systems))) {
        for (int i = 0; i < 2; ++i)
            paintSystemBadge(painter, QRectF(x + i * 1.2 * line, middle - line / 2, line, line), i, style);
        painter.setFont(style.font);
        word(2.4 * line, systems);
    }
    painter.restore();
}

QSize TridiagonalLesson::leastSize() const {
    return {walks_.size() > 1 ? 480 : 330, 77 + walks_.front().n * (walks_.front().n <= 16 ? 12 : 5)};
}

void TridiagonalLesson::paint(QPainter& painter, const QRectF& area, int step, int chosen,
                              const PictureStyle& style) const {
    const int panels = static_cast<int>(walks_.size());
    for (int p = 0; p < panels; ++p) {
        painter.save();
        paintEquations(painter, panel_of(pictureArea(area, style), p, panels, style.unit), walks_[p], step,
                       shownRow(step, chosen), steps(), look_, style);
        painter.restore();
    }
    paintLegend(painter,
                QRectF(area.left(), pictureArea(area, style).bottom(), area.width(),
                       area.bottom() - pictureArea(area, style).bottom()),
                style);
}

int TridiagonalLesson::itemAt(const QRectF& area, const QPointF& point, int step, const PictureStyle& style) const {
    const int panels = static_cast<int>(walks_.size());
    for (int p = 0; p < panels; ++p) {
        const QRectF panel = panel_of(pictureArea(area, style), p, panels, style.unit);
        const TridiagonalSteps& walk = walks_[p];
        const EquationFrame frame =
            equationFrame(panel, walk, std::min(step, static_cast<int>(walk.steps.size()) - 1), style);
        if (!panel.contains(point) || !frame.grid.contains(QPointF(panel.center().x(), point.y()))) continue;
        return std::clamp(static_cast<int>((point.y() - frame.grid.top()) / frame.row_height), 0, walk.n - 1);
    }
    return -1;
}

namespace {

/// "e2, e4, e6 and e8", or "e2, e4, ... e64" where there are many.
QString rows_text(const std::vector<RowWork>& work, const QString& letter) {
    QStringList names;
    for (const RowWork& each : work) names << letter + QString::number(each.row + 1);
    if (names.size() > 5) return words("%1, %2, … %3").arg(names[0], names[1], names.back());
    if (names.size() < 2) return names.join(QString());
    const QString last = names.takeLast();
    return words("%1 and %2").arg(names.join(QStringLiteral(", ")), last);
}

} // namespace

QString methodSentence(const TridiagonalSteps& walk, int step) {
    const int steps = static_cast<int>(walk.steps.size());
    if (step >= steps)
        return words("%1 is done: it has all unknowns since step %2.").arg(methodShort(walk.method)).arg(steps);
    const steps::Step& now = walk.steps[step];
    const int active = now.active_threads(), idle = walk.threads - active;
    const QString rows = rows_text(now.work, QStringLiteral("e"));
    switch (now.action) {
    case StepAction::eliminate: {
        const RowWork& work = now.work.front();
        if (work.left < 0)
            return words("The one thread divides e1 by its pivot b1; every other row must wait for this.");
        return words("The one thread takes e%1, times k1 = a%2, away from e%2 and divides by what is left of b%2. The "
                     "rows below wait for it.")
            .arg(work.left + 1)
            .arg(work.row + 1);
    }
    case StepAction::reduce: {
        const bool all = walk.method == Method::pcr;
        QString text = (all ? words("All rows get rid of their neighbours at distance %1: ")
                            : rows + words(" get rid of their neighbours at distance %1: "))
                           .arg(now.distance);
        text += words("k1 times the equation before and k2 times the one after are subtracted.");
        if (all && step + 1 == steps)
            text += words(" Each row now stands alone and divides: all unknowns are found at once.");
        else if (all) text += words(" %1 interleaved systems are left, and no thread is idle.").arg(2 * now.distance);
        else
            text += idle == 0 ? words(" All %1 threads work.").arg(active)
                              : words(" %1 of %2 threads work.").arg(active).arg(walk.threads);
        return text;
    }
    case StepAction::solve:
        return now.work.size() == 1
                   ? words("Only %1 is left, with one unknown: one thread divides, %2 are idle.").arg(rows).arg(idle)
                   : words("Two equations with two unknowns are left, %1: one thread solves them, %2 are idle.")
                         .arg(rows)
                         .arg(idle);
    case StepAction::substitute: break;
    }
    const QString unknowns = rows_text(now.work, QStringLiteral("x"));
    if (walk.method == Method::thomas)
        return words("On the way back %1 follows from the unknown below it; the rows above still wait.").arg(unknowns);
    return words("On the way out %1 follow from the unknowns beside them, which are known. %2 of %3 threads work.")
        .arg(unknowns)
        .arg(active)
        .arg(walk.threads);
}

QString methodShortSentence(const TridiagonalSteps& walk, int step) {
    const QString name = methodShort(walk.method);
    const int steps = static_cast<int>(walk.steps.size());
    if (step >= steps) return words("%1: done since step %2.").arg(name).arg(steps);
    const steps::Step& now = walk.steps[step];
    const QString rows =
        rows_text(now.work, now.action == StepAction::reduce ? QStringLiteral("e") : QStringLiteral("x"));
    QString what;
    switch (now.action) {
    case StepAction::reduce:
        what = walk.method == Method::cr
                   ? words("%1 are freed of their neighbours at distance %2").arg(rows).arg(now.distance)
               : step + 1 == steps
                   ? words("every row is freed at distance %1 and divides: all unknowns").arg(now.distance)
                   : words("every row is freed at distance %1, %2 systems are left")
                         .arg(now.distance)
                         .arg(2 * now.distance);
        break;
    case StepAction::solve: what = words("one thread solves what is left, %1").arg(rows); break;
    default: what = words("%1 follow from known neighbours").arg(rows); break;
    }
    return words("%1: %2; %3 of %4 threads.").arg(name, what).arg(now.active_threads()).arg(walk.threads);
}

namespace {

/// One line of the elementary step, with letters at the left and numbers at the right.
class Lines {
public:
    explicit Lines(bool letters) : letters_(letters) {}
    void add(const QString& left, const QString& letters, const QString& numbers, double value) {
        text_ += QStringLiteral("<tr><td style='padding-right:6px'>%1</td><td>= %2</td></tr>").arg(left, letters);
        if (!letters_)
            text_ += QStringLiteral("<tr><td></td><td>= %1%2</td></tr>")
                         .arg(numbers.isEmpty() ? QString() : numbers + QStringLiteral(" = "),
                              QStringLiteral("<b>%1</b>").arg(stepNumber(value)));
    }
    QString html() const { return QStringLiteral("<table cellspacing='0' cellpadding='2'>%1</table>").arg(text_); }

private:
    bool letters_;
    QString text_;
};

QString coloured(const QString& text, const QColor& colour) {
    return QStringLiteral("<span style='color:%1;font-weight:600'>%2</span>").arg(colour.name(), text);
}

QString bracketed(double value) {
    return value < 0 ? QStringLiteral("(%1)").arg(stepNumber(value)) : stepNumber(value);
}

QString equation_html(const steps::Equation& row, int i, bool letters) {
    QString text;
    const auto term = [&](const char* letter, const steps::Coefficient& c, int unknown) {
        if (c.is_zero || unknown < 0) return;
        if (!text.isEmpty()) text += QStringLiteral(" + ");
        text += (letters ? symbolOf(letter, i, c).html() : bracketed(c.value)) +
                QStringLiteral(" <i>x</i><sub>%1</sub>").arg(unknown + 1);
    };
    term("a", row.a, row.left);
    term("b", row.b, i);
    term("c", row.c, row.right);
    return text + QStringLiteral(" = ") + (letters ? symbolOf("h", i, row.h).html() : stepNumber(row.h.value));
}

} // namespace

QString methodWrittenOut(const TridiagonalSteps& walk, int step, int chosen, bool letters, const Colours& colours) {
    const RowWork* work = TridiagonalLesson::shownWork(walk, step, chosen);
    if (work == nullptr) return words("<p>%1 has nothing left to do.</p>").arg(methodShort(walk.method));
    if (chosen >= 0 && work->row != chosen) {
        const steps::Equation& rests = walk.before(step)[static_cast<std::size_t>(chosen)];
        return words("<p><b>%1, equation e%2</b> rests in this step.</p>")
                   .arg(methodShort(walk.method))
                   .arg(chosen + 1) +
               (rests.is_solved
                    ? QStringLiteral("<p><i>x</i><sub>%1</sub> = %2</p>").arg(chosen + 1).arg(stepNumber(rests.x))
                    : QStringLiteral("<p>%1</p>").arg(equation_html(rests, chosen, letters)));
    }
    const steps::Equations& rows = walk.before(step);
    const int i = work->row;
    const auto symbol = [](const char* letter, int row, const steps::Coefficient& c) {
        return symbolOf(letter, row, c).html();
    };
    const QString k1 = coloured(QStringLiteral("<i>k</i><sub>1</sub>"), colours.strokeColour(1));
    const QString k2 = coloured(QStringLiteral("<i>k</i><sub>2</sub>"), colours.strokeColour(4));
    const QString x = QStringLiteral("<i>x</i><sub>%1</sub>");
    const steps::Equation &before = work->before, &after = work->after;
    const steps::Equation left = work->left < 0 ? steps::Equation{} : rows[work->left];
    const steps::Equation right = work->right < 0 ? steps::Equation{} : rows[work->right];
    QString html =
        words("<p><b>%1, equation e%2</b> (thread t%3)</p>").arg(methodShort(walk.method)).arg(i + 1).arg(work->thread);
    if (!before.is_solved) html += QStringLiteral("<p>%1</p>").arg(equation_html(before, i, letters));
    Lines lines(letters);
    const auto times = [](const QString& a, const QString& b) { return a + QChar(0x00b7) + b; };
    const auto division = [&](const QString& k, const char* letter, const steps::Coefficient& of,
                              const steps::Coefficient& by, int row, double value) {
        lines.add(k, symbol(letter, i, of) + QStringLiteral(" / ") + symbol("b", row, by),
                  stepNumber(of.value) + QStringLiteral(" / ") + bracketed(by.value), value);
    };
    const bool has_left = work->left >= 0, has_right = work->right >= 0;
    switch (work->action) {
    case StepAction::reduce: {
        if (has_left) division(k1, "a", before.a, left.b, work->left, work->k1);
        if (has_right) division(k2, "c", before.c, right.b, work->right, work->k2);
        const QString minus = QStringLiteral(" − ");
        if (!after.a.is_zero)
            lines.add(symbol("a", i, after.a), QChar(0x2212) + times(k1, symbol("a", work->left, left.a)),
                      QChar(0x2212) + times(bracketed(work->k1), bracketed(left.a.value)), after.a.value);
        const auto both = [&](const char* letter, const steps::Coefficient& old, const steps::Coefficient& made,
                              const char* letter_left, const steps::Coefficient& from_left, const char* letter_right,
                              const steps::Coefficient& from_right) {
            QString symbols = symbol(letter, i, old), numbers = stepNumber(old.value);
            if (has_left) {
                symbols += minus + times(k1, symbol(letter_left, work->left, from_left));
                numbers += minus + times(bracketed(work->k1), bracketed(from_left.value));
            }
            if (has_right) {
                symbols += minus + times(k2, symbol(letter_right, work->right, from_right));
                numbers += minus + times(bracketed(work->k2), bracketed(from_right.value));
            }
            lines.add(symbol(letter, i, made), symbols, numbers, made.value);
        };
        both("b", before.b, after.b, "c", left.c, "a", right.a);
        if (!after.c.is_zero)
            lines.add(symbol("c", i, after.c), QChar(0x2212) + times(k2, symbol("c", work->right, right.c)),
                      QChar(0x2212) + times(bracketed(work->k2), bracketed(right.c.value)), after.c.value);
        both("h", before.h, after.h, "h", left.h, "h", right.h);
        if (work->solves)
            lines.add(x.arg(i + 1), symbol("h", i, after.h) + QStringLiteral(" / ") + symbol("b", i, after.b),
                      stepNumber(after.h.value) + QStringLiteral(" / ") + bracketed(after.b.value), after.x);
        break;
    }
    case StepAction::eliminate: {
        const QString minus = QStringLiteral(" − "), pivot = QStringLiteral("<i>p</i>");
        double p = before.b.value;
        if (has_left) {
            p -= before.a.value * left.c.value;
            lines.add(k1, symbol("a", i, before.a), {}, work->k1);
            lines.add(pivot, symbol("b", i, before.b) + minus + times(k1, symbol("c", work->left, left.c)),
                      stepNumber(before.b.value) + minus + times(bracketed(work->k1), bracketed(left.c.value)), p);
        } else {
            lines.add(pivot, symbol("b", i, before.b), {}, p);
        }
        if (!after.c.is_zero)
            lines.add(symbol("c", i, after.c), symbol("c", i, before.c) + QStringLiteral(" / ") + pivot,
                      stepNumber(before.c.value) + QStringLiteral(" / ") + bracketed(p), after.c.value);
        if (has_left)
            lines.add(symbol("h", i, after.h),
                      QStringLiteral("(") + symbol("h", i, before.h) + minus +
                          times(k1, symbol("h", work->left, left.h)) + QStringLiteral(") / ") + pivot,
                      QStringLiteral("(") + stepNumber(before.h.value) + minus +
                          times(bracketed(work->k1), bracketed(left.h.value)) + QStringLiteral(") / ") + bracketed(p),
                      after.h.value);
        else
            lines.add(symbol("h", i, after.h), symbol("h", i, before.h) + QStringLiteral(" / ") + pivot,
                      stepNumber(before.h.value) + QStringLiteral(" / ") + bracketed(p), after.h.value);
        break;
    }
    case StepAction::solve:
        if (has_left) {
            division(k1, "a", before.a, left.b, work->left, work->k1);
            lines.add(symbol("b", i, after.b),
                      symbol("b", i, before.b) + QStringLiteral(" − ") + times(k1, symbol("c", work->left, left.c)),
                      stepNumber(before.b.value) + QStringLiteral(" − ") +
                          times(bracketed(work->k1), bracketed(left.c.value)),
                      after.b.value);
            lines.add(symbol("h", i, after.h),
                      symbol("h", i, before.h) + QStringLiteral(" − ") + times(k1, symbol("h", work->left, left.h)),
                      stepNumber(before.h.value) + QStringLiteral(" − ") +
                          times(bracketed(work->k1), bracketed(left.h.value)),
                      after.h.value);
            lines.add(x.arg(i + 1), symbol("h", i, after.h) + QStringLiteral(" / ") + symbol("b", i, after.b),
                      stepNumber(after.h.value) + QStringLiteral(" / ") + bracketed(after.b.value), after.x);
            break;
        }
        [[fallthrough]];
    case StepAction::substitute: {
        QString symbols = symbol("h", i, before.h), numbers = stepNumber(before.h.value);
        const steps::Equations& now = walk.before(step + 1);
        const auto side = [&](const char* letter, const steps::Coefficient& c, int unknown) {
            if (unknown < 0 || c.is_zero) return;
            symbols += QStringLiteral(" − ") + times(symbol(letter, i, c), x.arg(unknown + 1));
            numbers += QStringLiteral(" − ") + times(bracketed(c.value), bracketed(now[unknown].x));
        };
        side("a", before.a, work->left);
        side("c", before.c, work->right);
        if (!before.b.is_one) {
            symbols = QStringLiteral("(%1) / ").arg(symbols) + symbol("b", i, before.b);
            numbers = QStringLiteral("(%1) / ").arg(numbers) + bracketed(before.b.value);
        }
        lines.add(x.arg(i + 1), symbols, numbers, after.x);
        break;
    }
    }
    html += lines.html();
    if (!after.is_solved) html += words("<p>What is left: %1</p>").arg(equation_html(after, i, letters));
    return html;
}

QString methodTitle(Method method) {
    switch (method) {
    case Method::thomas: return words("Thomas");
    case Method::cr: return words("Cyclic reduction (CR)");
    case Method::pcr: break;
    }
    return words("Parallel cyclic reduction (PCR)");
}

QString methodShort(Method method) {
    return method == Method::thomas ? words("Thomas") : method == Method::cr ? words("CR") : words("PCR");
}

} // namespace warploom::ui
