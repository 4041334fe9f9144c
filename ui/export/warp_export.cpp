// Exports an HTML page with a traced warp, or with two warps side by side.
#include "ui/components/warp/access_view.h"
#include "ui/components/warp/step_question.h"
#include "ui/export/lesson_pages.h"
#include "ui/pages/warp/comparison/same_rows.h"
#include "ui/pages/warp/comparison/score_view.h"
#include "ui/pages/warp/lanes_view.h"
#include "ui/pages/warp/owner_view.h"
#include "ui/pages/warp/step_sentence.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"

#include <qcustomplot.h>

#include <algorithm>
#include <array>

namespace warploom::ui {
namespace {

/// The views of the Warp page, which are updated and painted for each step of the exported page.
struct WarpViews {
    LanesView lanes;
    AccessView access;
    OwnerView owners;

    explicit WarpViews(const std::shared_ptr<const WarpAnalysis>& analysis) {
        lanes.setAnalysis(analysis);
        access.setAnalysis(analysis);
        owners.setAnalysis(analysis);
    }
    void setStep(int step) {
        lanes.setStep(step);
        access.setStep(step);
        owners.setStep(step);
    }
};

QString linesAround(const protocol::WarpDocument& trace, int step) {
    const protocol::WarpSite& site = trace.site_of(step);
    const protocol::WarpSource* const source = trace.source_of(site.file);
    if (source == nullptr) return {};
    QStringList lines{toQString(source->file)};
    const int last = source->first_line + static_cast<int>(source->lines.size()) - 1;
    for (int line = std::max(source->first_line, site.line - 3); line <= std::min(last, site.line + 3); ++line)
        lines << QStringLiteral("%1 %2  %3")
                     .arg(line == site.line ? QStringLiteral("▶") : QStringLiteral(" "))
                     .arg(line, 4)
                     .arg(toQString(source->lines[static_cast<std::size_t>(line - source->first_line)]));
    return lines.join(QLatin1Char('\n'));
}

/// Converts a title to a file name. For example, "GeForce GTX 295" becomes "geforce-gtx-295".
QString fileStem(const QString& title) {
    QString stem;
    for (const QChar c : title.toLower()) stem += c.isLetterOrNumber() && c.unicode() < 128 ? c : QLatin1Char('-');
    return stem;
}

} // namespace

LessonPage warpLessonPage(const std::shared_ptr<const WarpAnalysis>& analysis) {
    const protocol::WarpDocument& trace = analysis->trace();
    LessonPage page;
    page.name = QStringLiteral("warp-") + toQString(trace.kernel);
    page.title = Text::tr("%1 on %2: warp %3 of block %4")
                     .arg(toQString(trace.kernel), toQString(trace.matrix.name))
                     .arg(trace.warp)
                     .arg(trace.block_index);
    page.summary = paragraph({Text::tr("Transactions are counted according to the coalescing rules of %1.")
                                  .arg(toQString(analysis->card().title)),
                              warpSummary(*analysis)});
    page.steps = trace.step_count();
    page.tables = {analysis->stepTable(), analysis->lineTable()};
    const auto views = std::make_shared<WarpViews>(analysis);
    page.step = [analysis, views](int number) {
        PageStep step;
        step.sentence = stepSentence(*analysis, number);
        views->setStep(number);
        const auto add = [&](auto& view, const QSize& size) {
            step.pictures.append(
                {view.chartTitle(), size,
                 [views, number, &view](QCPPainter& painter, const QSize& room, const Colours& colours) {
                     views->setStep(number);
                     view.drawChart(painter, room, colours);
                 },
                 true});
        };
        add(views->access, QSize(560, 420));
        add(views->lanes, QSize(560, 420));
        if (!views->owners.pictures().empty()) add(views->owners, QSize(560, 460));
        step.code = linesAround(analysis->trace(), number);
        step.tables.append(analysis->laneTable(number));
        if (const std::optional<StepQuestion> question = stepQuestion(*analysis, number))
            step.question = PageQuestion{question->text, QString::number(question->answer), {}};
        return step;
    };
    return page;
}

LessonPage besideLessonPage(const BesideView::Side& left, const BesideView::Side& right) {
    const protocol::WarpDocument& trace = *left.warps.trace;
    LessonPage page;
    page.name = QStringLiteral("warp-%1-beside-%2").arg(fileStem(left.title), fileStem(right.title));
    page.title = Text::tr("%1 and %2 on %3").arg(left.title, right.title, toQString(trace.matrix.name));
    page.summary = Text::tr("Both kernels process the same rows. The kernel that is behind advances next. The table "
                            "counts each kernel's memory requests so far.");
    if (left.is_cut)
        page.summary = paragraph({page.summary, Text::tr("Only the first %n warps that process these rows are shown.",
                                                         nullptr, static_cast<int>(SameRows::most_warps))});
    const auto view = std::make_shared<BesideView>();
    view->setSides(left, right);
    page.steps = view->ticks();
    for (int side = 0; side < 2; ++side) {
        page.tables.append(view->scored(side).analysis().lineTable());
        page.tables.back().title = (side == 0 ? left : right).title.toStdString() + ": " + page.tables.back().title;
    }
    page.step = [view, titles = std::array{left.title, right.title}](int number) {
        view->setTick(number);
        PageStep step;
        step.sentence = view->reading();
        const Abreast::Tick now = view->at();
        const std::array moves{now.left_moves, now.right_moves};
        const std::array at{now.left, now.right};
        const auto add = [&](const Chart& chart, const QString& title, const QSize& size) {
            step.pictures.append(
                {title, size,
                 [view, number, &chart](QCPPainter& painter, const QSize& room, const Colours& colours) {
                     view->setTick(number);
                     chart.drawChart(painter, room, colours);
                 },
                 true});
        };
        constexpr int half = 385; // width in pixels that allows two figures side by side
        for (std::size_t side = 0; side < 2; ++side)
            add(*view->lanesView(static_cast<int>(side)), view->lanesView(static_cast<int>(side))->chartTitle(),
                QSize(half, 380));
        step.tables.append(view->scoreView()->chartTable());
        QStringList code;
        for (std::size_t side = 0; side < 2; ++side) {
            if (at[side] < 0) continue;
            const WarpAnalysis& analysis = view->scored(static_cast<int>(side)).analysis();
            // Skip a kernel that does not advance in this step, because its figures have not changed.
            if (!moves[side]) continue;
            const AccessView& access = *view->accessView(static_cast<int>(side));
            add(access, titles[side] + QStringLiteral(": ") + access.chartTitle(), QSize(half, 320));
            step.tables.append(analysis.laneTable(at[side]));
            step.tables.back().title = titles[side].toStdString() + ": " + step.tables.back().title;
            code << titles[side] + QStringLiteral(", ") + linesAround(analysis.trace(), at[side]);
            if (step.question) continue;
            if (const std::optional<StepQuestion> question = stepQuestion(analysis, at[side]))
                step.question = PageQuestion{
                    titles[side] + QStringLiteral(": ") + question->text, QString::number(question->answer), {}};
        }
        add(*view->scoreView(), view->scoreView()->chartTitle(), QSize(half, 320));
        step.code = code.join(QStringLiteral("\n\n"));
        return step;
    };
    return page;
}

} // namespace warploom::ui
