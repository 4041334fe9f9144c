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

/// A figure in a step of an exported page.
struct PagePicture {
    QString title;
    QSize size;
    Drawing draw;
    bool has_title = false; ///< whether the title is part of the image
};

/// A question that the reader answers before a step is shown. The answer is computed from the contents of the step.
struct PageQuestion {
    QString text, answer;
    QStringList choices; ///< possible answers; if empty, the reader enters an integer
};

/// One step of an exported page, with the same contents as in the application.
struct PageStep {
    QString name; ///< name of the step, for example, "CSR"; if empty, only the step number is shown
    QString sentence;
    QList<PagePicture> pictures;
    /// Formula as HTML, once in the colors of each theme; can be empty.
    QString formula_light, formula_dark;
    QString code;        ///< source lines of the kernel that belong to the step; can be empty
    QList<Table> tables; ///< tables with the data shown in the figures
    std::optional<PageQuestion> question;
};

/// Contents of an HTML page with steps. Steps are created on demand, because there may be thousands and only a few may
/// fit on the page.
struct LessonPage {
    QString name; ///< suggested file name without the extension
    QString title, summary;
    int steps = 0;
    std::function<PageStep(int)> step;
    QList<Table> tables; ///< tables with data that applies to all steps
};

/// Maximum size of an exported page, chosen for learning platforms and phones.
constexpr qsizetype largest_lesson_page = 2'000'000; // size in bytes

/// A generated HTML page, and the zero-based range of the steps that it contains.
struct MadeLessonPage {
    QByteArray html;
    int first = 0, end = 0, steps = 0;
    /// Returns a description of the omitted steps, such as "steps 42 to 351"; empty if there are none.
    QString leftOut() const;
};

/// Creates a self-contained HTML page with steps. Its content security policy prevents it from loading external
/// resources. If scripts are disabled, the page shows all steps one below the other. Otherwise, readers navigate with
/// keys, buttons and touch, and the page can ask a question before it shows a step. If there are too many steps for a
/// page, it starts with the zero-based step `first` and states which steps it contains. All text is plain text, except
/// for formulas, in which character styles and colors are preserved.
MadeLessonPage makeLessonPage(const LessonPage& page, int first = 0, qsizetype most = largest_lesson_page);

/// Writes an HTML page with steps to a file atomically. Omits the first steps if step `shown` would otherwise not fit.
/// Throws Error("file.write").
MadeLessonPage writeLessonPage(const LessonPage& page, const QString& file, int shown = 0);

} // namespace warploom::ui
