#include "ui/pages/step/tridiagonal_lesson.h"

#include "ui/look/words.h"
#include "ui/pages/step/step_painting.h"
#include "ui/pages/step/tridiagonal_words.h"

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
    for (const TridiagonalSteps& walk : walks_) html += methodWrittenOut(walk, step, chosen, look_.letters, colours);
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

QSize TridiagonalLesson::leastSize() const {
    return {walks_.size() > 1 ? 480 : 330, 54 + walks_.front().n * (walks_.front().n <= 16 ? 12 : 5)};
}

void TridiagonalLesson::paint(QPainter& painter, const QRectF& area, int step, int chosen,
                              const PictureStyle& style) const {
    const int panels = static_cast<int>(walks_.size());
    for (int p = 0; p < panels; ++p) {
        painter.save();
        paintEquations(painter, panel_of(area, p, panels, style.unit), walks_[p], step, chosen, steps(), look_, style);
        painter.restore();
    }
}

int TridiagonalLesson::itemAt(const QRectF& area, const QPointF& point, int step, const PictureStyle& style) const {
    const int panels = static_cast<int>(walks_.size());
    for (int p = 0; p < panels; ++p) {
        const QRectF panel = panel_of(area, p, panels, style.unit);
        const TridiagonalSteps& walk = walks_[p];
        const EquationFrame frame =
            equationFrame(panel, walk, std::min(step, static_cast<int>(walk.steps.size()) - 1), style);
        if (!panel.contains(point) || !frame.grid.contains(QPointF(panel.center().x(), point.y()))) continue;
        return std::clamp(static_cast<int>((point.y() - frame.grid.top()) / frame.row_height), 0, walk.n - 1);
    }
    return -1;
}

} // namespace warploom::ui
