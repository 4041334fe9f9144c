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

/// A figure of a step.
struct PagePicture {
    QString title;
    QSize size;
    Drawing draw;
    bool has_title = false; ///< whether the image already contains the title
};

/// A question that the reader answers before a step is shown. The answer is computed from the contents of the step.
struct PageQuestion {
    QString text, answer;
    QStringList choices; ///< possible answers; if empty, the reader must enter an integer
};

/// One step, with the same contents as in the application.
struct PageStep {
    QString name; ///< for example, "CSR"; if empty, only the step number is shown
    QString sentence;
    QList<PagePicture> pictures;
    QString formula_light, formula_dark; ///< HTML in the colors of the light and the dark theme; can be empty
    QString code;                        ///< kernel lines that belong to the step; can be empty
    QList<Table> tables;                 ///< data shown in the figures
    std::optional<PageQuestion> question;
};

/// Contents of an HTML page with steps. Steps are created on demand, because there may be thousands of steps but only
/// as many are needed as fit on the page.
struct LessonPage {
    QString name; ///< file name without the extension
    QString title, summary;
    int steps = 0;
    std::function<PageStep(int)> step;
    QList<Table> tables; ///< data that applies to all steps
};

/// Maximum size of a page, chosen for learning platforms and phones.
constexpr qsizetype largest_lesson_page = 2'000'000; // bytes

/// A page and the zero-based range of its steps.
struct MadeLessonPage {
    QByteArray html;
    int first = 0, end = 0, steps = 0;
    QString leftOut() const; ///< returns the omitted steps, such as "steps 42 to 351"; empty if none
};

/// Creates a self-contained HTML page. Its content security policy prevents it from loading any resources. Without
/// scripts, the page shows all steps one below the other. With scripts, readers navigate with keys, buttons and touch,
/// and the page can ask questions first. If not all steps fit, the page starts with the zero-based step `first` and
/// states which steps it contains. Text is treated as plain text, except for formulas, in which character styles and
/// colors are preserved.
MadeLessonPage makeLessonPage(const LessonPage& page, int first = 0, qsizetype most = largest_lesson_page);

/// Writes a page to a file atomically. If step `shown` would not fit otherwise, omits as many of the first steps as
/// necessary. Throws Error("file.write").
MadeLessonPage writeLessonPage(const LessonPage& page, const QString& file, int shown = 0);

} // namespace warploom::ui
