#pragma once

#include "engine/table.h"
#include "ui/export/svg_book.h"

#include <QByteArray>
#include <QList>
#include <QSize>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>

namespace warploom::ui {

/// A figure of a step, with the figure's title above it.
struct PagePicture {
    QString title;
    QSize size;
    Drawing draw;
    bool has_title = false; ///< whether the figure already contains its title
};

/// A question that can be asked before a step is shown. The answer is computed from the contents of the step.
struct PageQuestion {
    QString text, answer;
    QStringList choices; ///< answers to choose from; empty if the reader must enter an integer
};

/// One step, with the same contents as in the app.
struct PageStep {
    QString name; ///< for example "CSR"; if empty, only the step number is shown
    QString sentence;
    QList<PagePicture> pictures;
    QString formula_light, formula_dark; ///< HTML in the colors of the light and dark themes; can be empty
    QString code;                        ///< kernel lines that correspond to the step; can be empty
    QList<Table> tables;                 ///< data shown in the figures
    std::optional<PageQuestion> question;
};

/// Provides the contents of an HTML page with steps. Steps are created on demand, because there may be thousands of
/// them but the page contains only as many as fit.
struct LessonPage {
    QString name; ///< file name without the extension
    QString title, summary;
    int steps = 0;
    std::function<PageStep(int)> step;
    QList<Table> tables; ///< data that applies to all steps
};

/// Maximum size of a page in bytes, chosen for learning platforms and phones.
constexpr qsizetype largest_lesson_page = 2'000'000; // bytes

/// A page and the range of its steps, counted from 0.
struct MadeLessonPage {
    QByteArray html;
    int first = 0, end = 0, steps = 0;
    QString leftOut() const; ///< omitted steps, counted from 1, such as "steps 42 to 351"; empty if there are none
};

/// Creates a self-contained HTML page. Its content security policy prevents the page from loading any resources.
/// Without scripts, the page shows all steps one after another. With scripts, readers navigate with keys, buttons and
/// touch, and the page can ask questions first. If not all steps fit, the page starts with step `first` (counted from
/// 0) and states which steps it contains. Text is treated as plain text, except for formulas, whose character styles
/// and colors are kept.
MadeLessonPage makeLessonPage(const LessonPage& page, int first = 0, qsizetype most = largest_lesson_page);

/// Writes a page to a file atomically. If step `shown` would not fit otherwise, omits as many of the first steps as
/// necessary. Throws Error("file.write").
MadeLessonPage writeLessonPage(const LessonPage& page, const QString& file, int shown = 0);

} // namespace warploom::ui
