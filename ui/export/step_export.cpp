// Exports a topic of the Step page as an HTML page.
#include "engine/walkthrough/kernel_lines.h"
#include "ui/export/lesson_pages.h"
#include "ui/pages/step/step_view.h"
#include "ui/style/text.h"

#include <qcustomplot.h>

namespace warploom::ui {
namespace {

/// Returns the table rows of one step, without the step column. `step` is one-based.
Table rowsOfStep(const Table& all, int step) {
    Table table = all;
    table.rows.clear();
    for (std::size_t row = 0; row < all.rows.size(); ++row)
        if (all.number(row, 0) == step) table.rows.push_back(all.rows[row]);
    for (auto& row : table.rows) row.erase(row.begin());
    table.columns.erase(table.columns.begin());
    table.title = Text::tr("Data for this step").toStdString();
    return table;
}

QString codeOf(const Walkthrough& lesson, int step) {
    QStringList lines;
    for (const walkthrough::KernelLine& quote : lesson.lines(step)) {
        lines << QLatin1String(quote.file) + QStringLiteral(":  ") + QString::fromUtf8(quote.text);
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace

LessonPage stepLessonPage(const WalkthroughHandle& lesson, int chosen) {
    LessonPage page;
    page.name = QStringLiteral("step-") + lesson->name();
    page.title = lesson->title();
    const QString opening = lesson->openingSentence();
    page.summary =
        opening.isEmpty() ? Text::tr("This page shows every step with its description, figure and data.") : opening;
    page.steps = lesson->steps();
    const auto table = std::make_shared<const Table>(lesson->table());
    page.step = [lesson, chosen, table](int number) {
        PageStep step;
        for (const WalkthroughChapter& chapter : lesson->chapters())
            if (chapter.first <= number) step.name = chapter.title;
        step.sentence = lesson->sentence(number);
        const QSize size = lesson->leastSize().expandedTo(QSize(620, 380));
        step.pictures.append({Text::tr("Figure for this step"), size,
                              [lesson, number, chosen](QCPPainter& painter, const QSize& room, const Colours& colours) {
                                  const PictureStyle style = paperStyle(colours);
                                  painter.fillRect(QRect(QPoint(), room), colours.canvas);
                                  painter.setFont(style.font);
                                  lesson->paint(painter, QRectF(QPointF(), room).adjusted(6, 6, -6, -6), number, chosen,
                                                style);
                              }});
        if (const std::optional<WalkthroughBanks> banks = lesson->banks(number)) {
            const auto view = std::make_shared<StepBankView>();
            view->setBanks(banks);
            const auto draw = [view](QCPPainter& painter, const QSize& room, const Colours& colours) {
                view->drawChart(painter, room, colours);
            };
            step.pictures.append({view->chartTitle(), QSize(620, 240), draw, true});
            step.tables.append(view->chartTable());
        }
        step.formula_light = lesson->formula(number, chosen, Theme::light());
        step.formula_dark = lesson->formula(number, chosen, Theme::darkColours());
        step.code = codeOf(*lesson, number);
        step.tables.prepend(rowsOfStep(*table, number + 1));
        if (const std::optional<StepQuestion> question = lesson->question(number))
            step.question = PageQuestion{question->text, QString::number(question->answer), {}};
        return step;
    };
    return page;
}

} // namespace warploom::ui
