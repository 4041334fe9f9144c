#include "ui/pages/step/walkthroughs/tridiagonal_walkthrough.h"

#include "ui/pages/step/walkthroughs/step_painting.h"
#include "ui/style/text.h"

#include <QFontMetricsF>

#include <algorithm>

namespace warploom::ui {

using walkthrough::Method;
using walkthrough::RowWork;
using walkthrough::StepAction;
using walkthrough::TridiagonalSteps;

namespace {

QString action_text(StepAction action) {
    switch (action) {
    case StepAction::eliminate: return Text::tr("eliminate");
    case StepAction::reduce: return Text::tr("reduce");
    case StepAction::solve: return Text::tr("solve");
    case StepAction::substitute: break;
    }
    return Text::tr("substitute");
}

double line_of(const PictureStyle& style) { return QFontMetricsF(style.font).height(); }

QRectF panel_of(const QRectF& area, int panel, int panels, double unit) {
    if (panels == 1) return area;
    const double gap = 14 * unit, width = (area.width() - gap) / 2;
    return {area.left() + panel * (width + gap), area.top(), width, area.height()};
}

} // namespace

TridiagonalWalkthrough::TridiagonalWalkthrough(std::vector<Method> methods, const TridiagonalSystem& system,
                                               const EquationLook& look)
    : look_(look) {
    for (const Method method : methods) walks_.push_back(walkthrough::tridiagonal_steps(method, system));
}

QString TridiagonalWalkthrough::name() const {
    QStringList parts;
    for (const TridiagonalSteps& walk : walks_)
        parts << (walk.method == Method::thomas ? QStringLiteral("thomas")
                  : walk.method == Method::cr   ? QStringLiteral("cr")
                                                : QStringLiteral("pcr"));
    return parts.join(QStringLiteral("-beside-"));
}

QString TridiagonalWalkthrough::title() const {
    const QString what = walks_.size() > 1 ? Text::tr("CR and PCR") : methodTitle(walks_.front().method);
    return Text::tr("%1 · n = %2 · %3").arg(what).arg(walks_.front().n).arg(look_.system);
}

int TridiagonalWalkthrough::steps() const {
    int most = 0;
    for (const TridiagonalSteps& walk : walks_) most = std::max(most, static_cast<int>(walk.steps.size()));
    return most;
}

const RowWork* TridiagonalWalkthrough::shownWork(const TridiagonalSteps& walk, int step, int chosen) {
    if (step < 0 || step >= static_cast<int>(walk.steps.size())) return nullptr;
    const std::vector<RowWork>& work = walk.steps[step].work;
    for (const RowWork& each : work)
        if (each.row == chosen) return &each;
    if (work.empty()) return nullptr;
    // Choose a row in the middle, because it has two neighbors. If two rows are solved together, choose the second one,
    // which is more instructive.
    return walk.steps[step].action == StepAction::solve ? &work.back() : &work[(work.size() - 1) / 2];
}

int TridiagonalWalkthrough::shownRow(int step, int chosen) const {
    if (walks_.size() > 1 && chosen >= 0) return chosen;
    for (const TridiagonalSteps& walk : walks_)
        if (const RowWork* const work = shownWork(walk, step, chosen)) return work->row;
    return -1;
}

/// Returns the warp that executes a step. If two methods are shown, returns the warp of the first method. The CR and
/// PCR kernels are launched once per step, whereas the Thomas kernel executes all steps in a single thread.
std::optional<WalkthroughWarp> TridiagonalWalkthrough::warpOf(int step, int chosen) const {
    const walkthrough::TridiagonalSteps& walk = walks_.front();
    const RowWork* const work = shownWork(walk, step, chosen);
    if (work == nullptr) return std::nullopt;
    const bool is_thomas = walk.method == walkthrough::Method::thomas;
    WalkthroughWarp made;
    made.operation = QStringLiteral("tridiagonal");
    made.kernel = is_thomas                                ? QStringLiteral("thomas-gpu")
                  : walk.method == walkthrough::Method::cr ? QStringLiteral("cr")
                                                           : QStringLiteral("pcr");
    made.warp = {is_thomas ? 0 : step, 0, work->thread / simulated::warp_size};
    made.row = work->row;
    // In the back substitution, each row is accessed a second time.
    if (is_thomas && step >= walk.n) made.array = "upper";
    return made;
}

QString TridiagonalWalkthrough::sentence(int step) const {
    const bool one = walks_.size() == 1;
    QStringList parts;
    for (const TridiagonalSteps& walk : walks_) {
        const bool failed = walk.bad_pivot >= 0 && step + 1 >= static_cast<int>(walk.steps.size());
        if (failed)
            parts << (one ? Text::tr(
                                "The pivot of equation e%1 is 0, so %2 cannot solve this system without row exchanges.")
                          : Text::tr("%2: the pivot of equation e%1 is 0, so this method fails."))
                         .arg(walk.bad_pivot + 1)
                         .arg(methodShort(walk.method));
        else parts << (one ? methodSentence(walk, step) : methodShortSentence(walk, step));
    }
    return parts.join(QLatin1Char('\n'));
}

QString TridiagonalWalkthrough::formula(int step, int chosen, const Colours& colours) const {
    QString html;
    const int row = shownRow(step, chosen);
    for (const TridiagonalSteps& walk : walks_) html += methodFormula(walk, step, row, look_.letters, colours);
    return html;
}

std::vector<walkthrough::KernelLine> TridiagonalWalkthrough::lines(int step) const {
    std::vector<walkthrough::KernelLine> lines;
    for (const TridiagonalSteps& walk : walks_) {
        if (step >= static_cast<int>(walk.steps.size())) continue;
        const walkthrough::KernelLine line = walk.steps[step].line;
        if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
    }
    return lines;
}

std::optional<WalkthroughBanks> TridiagonalWalkthrough::banks(int step) const {
    const TridiagonalSteps& walk = walks_.front();
    if (walk.method == Method::thomas || step >= static_cast<int>(walk.steps.size())) return std::nullopt;
    WalkthroughBanks banks;
    banks.title = Text::tr("%1, step %2: each thread reads b for its row").arg(methodShort(walk.method)).arg(step + 1);
    banks.accesses = walkthrough::bank_accesses(walk.method, walk.n, step, look_.layout);
    banks.element_bytes = look_.layout.element_bytes;
    // Number of rows in a system of realistic size, for which the bank conflicts of the same step are shown.
    constexpr int block_rows = 1024;
    if (walk.method == Method::cr && walk.steps[step].action == StepAction::reduce) {
        const simulated::BankUse large = walkthrough::bank_use(walk.method, block_rows, step, look_.layout);
        banks.note =
            Text::tr(
                "With 1024 rows, this step takes %n shared-memory wavefronts (%1 without conflicts). Up to %2 words "
                "are read from the same bank.",
                nullptr, large.passes)
                .arg(large.ideal)
                .arg(large.degree);
    }
    return banks;
}

std::optional<StepQuestion> TridiagonalWalkthrough::question(int step) const {
    const TridiagonalSteps& walk = walks_.front();
    if (step >= static_cast<int>(walk.steps.size()) || walk.bad_pivot >= 0) return std::nullopt;
    const walkthrough::Step& now = walk.steps[step];
    const QString method = methodShort(walk.method);
    if (now.action == StepAction::substitute || now.action == StepAction::solve)
        return StepQuestion{Text::tr("How many unknowns does %1 find in step %2?").arg(method).arg(step + 1),
                            static_cast<int>(std::count_if(now.work.begin(), now.work.end(),
                                                           [](const RowWork& each) { return each.solves; }))};
    if (step % 2 == 0 || walk.method == Method::thomas)
        return StepQuestion{Text::tr("How many equations does %1 change in step %2?").arg(method).arg(step + 1),
                            static_cast<int>(now.work.size())};
    return StepQuestion{Text::tr("%1, step %2: each row is combined with two other rows. How many rows away are they?")
                            .arg(method)
                            .arg(step + 1),
                        now.distance};
}

Table TridiagonalWalkthrough::table() const {
    Table table{.title = title().toStdString()};
    for (const char* name : {"step", "method", "thread", "action", "equation", "uses_before", "uses_after", "k1", "k2",
                             "a", "b", "c", "h", "x", "operations", "operations_so_far"})
        table.columns.push_back({name, ""});
    const auto row_number = [](int row) { return row < 0 ? warploom::Cell{} : warploom::Cell{std::int64_t{row} + 1}; };
    for (int s = 0; s < steps(); ++s)
        for (const TridiagonalSteps& walk : walks_) {
            if (s >= static_cast<int>(walk.steps.size())) continue;
            const walkthrough::Step& step = walk.steps[s];
            for (const RowWork& work : step.work) {
                const auto coefficient = [&](const char* letter, const walkthrough::Coefficient& c) {
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

QRectF TridiagonalWalkthrough::pictureArea(const QRectF& area, const PictureStyle& style) const {
    // The figure of a single method is narrow, so its legend may need two lines.
    const int lines = area.width() < 760 * style.unit ? 2 : 1;
    return area.adjusted(0, 0, 0, -lines * line_of(style) - 4 * style.unit);
}

/// Paints the legend for colors and arrows, with as many entries as fit.
void TridiagonalWalkthrough::paintLegend(QPainter& painter, const QRectF& row, const PictureStyle& style) const {
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
        paintText(painter, colours.text, QRectF(x + sign + 4 * unit, middle - line / 2, row.width(), line),
                  Qt::AlignLeft | Qt::AlignVCenter, text);
        x += sign + metrics.horizontalAdvance(text) + 16 * unit;
    };
    const auto square = [&](const QString& text, const QColor& fill, const QPen& edge) {
        if (!fits(box + 4 * unit + metrics.horizontalAdvance(text))) return;
        paintBox(painter, QRectF(x, middle - box / 2, box, box), edge, fill);
        word(box, text);
    };
    const auto arrow = [&](const QString& text, const QPen& pen) {
        const double length = 22 * unit;
        if (!fits(length + 4 * unit + metrics.horizontalAdvance(text))) return;
        paintArrow(painter, {x, middle}, {x + length, middle}, pen, 5 * unit);
        word(length, text);
    };
    const QPen thin(colours.outline, 1);
    square(Text::tr("rewritten"), colours.active_lane, thin);
    square(Text::tr("read"), colours.canvas, QPen(colours.strokeColour(1), 2 * unit));
    square(Text::tr("idle"), colours.waiting_lane, thin);
    square(Text::tr("unknown found"), colours.used, thin);
    const bool has_after = walks_.front().method != Method::thomas;
    arrow(has_after ? Text::tr("k₁: previous equation") : Text::tr("row used"),
          QPen(colours.strokeColour(1), 2 * unit));
    if (has_after) arrow(Text::tr("k₂: next equation"), QPen(colours.strokeColour(4), 2 * unit, Qt::DashLine));
    const bool has_pcr = std::any_of(walks_.begin(), walks_.end(),
                                     [](const TridiagonalSteps& walk) { return walk.method == Method::pcr; });
    const QString systems = Text::tr("independent systems");
    if (has_pcr && fits(2.4 * line + metrics.horizontalAdvance(systems))) {
        for (int i = 0; i < 2; ++i)
            paintSystemBadge(painter, QRectF(x + i * 1.2 * line, middle - 0.4 * line, line, 0.8 * line), i, style);
        painter.setFont(style.font);
        word(2.4 * line, systems);
    }
    painter.restore();
}

QSize TridiagonalWalkthrough::leastSize() const {
    return {walks_.size() > 1 ? 480 : 330, 77 + walks_.front().n * (walks_.front().n <= 16 ? 12 : 5)};
}

void TridiagonalWalkthrough::paint(QPainter& painter, const QRectF& area, int step, int chosen,
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

int TridiagonalWalkthrough::itemAt(const QRectF& area, const QPointF& point, int step,
                                   const PictureStyle& style) const {
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

} // namespace warploom::ui
