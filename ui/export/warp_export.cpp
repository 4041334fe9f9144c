// A traced warp as an HTML page.
#include "ui/export/lesson_pages.h"
#include "ui/look/qt_text.h"
#include "ui/look/words.h"
#include "ui/pages/warp/access_view.h"
#include "ui/pages/warp/lanes_view.h"
#include "ui/pages/warp/owner_view.h"
#include "ui/pages/warp/step_question.h"
#include "ui/pages/warp/step_sentence.h"

#include <qcustomplot.h>

#include <algorithm>

namespace warploom::ui {
namespace {

/// The views of the page Warp; each is led to a step and drawn on paper then.
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

/// The lines around that of the step, which has an arrow.
QString linesAround(const wire::Warp& trace, int step) {
    const wire::WarpSite& site = trace.site_of(step);
    const wire::WarpSource* const source = trace.source_of(site.file);
    if (source == nullptr) return {};
    QStringList lines{qt(source->file)};
    const int last = source->first_line + static_cast<int>(source->lines.size()) - 1;
    for (int line = std::max(source->first_line, site.line - 3); line <= std::min(last, site.line + 3); ++line)
        lines << QStringLiteral("%1 %2  %3")
                     .arg(line == site.line ? QStringLiteral("▶") : QStringLiteral(" "))
                     .arg(line, 4)
                     .arg(qt(source->lines[static_cast<std::size_t>(line - source->first_line)]));
    return lines.join(QLatin1Char('\n'));
}

} // namespace

LessonPage warpLessonPage(const std::shared_ptr<const WarpAnalysis>& analysis) {
    const wire::Warp& trace = analysis->trace();
    LessonPage page;
    page.name = QStringLiteral("warp-") + qt(trace.kernel);
    page.title = words("%1 on %2: warp %3 of block %4")
                     .arg(qt(trace.kernel), qt(trace.matrix.name))
                     .arg(trace.warp)
                     .arg(trace.block_index);
    page.summary = words("Counted under the rules of %1. ").arg(qt(analysis->card().title)) + warpSummary(*analysis);
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

} // namespace warploom::ui
