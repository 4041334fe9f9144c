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

/// A picture of a step, with the name that stands over it.
struct PagePicture {
    QString title;
    QSize size;
    Drawing draw;
    bool has_title = false; ///< the picture itself shows it
};

/// A question that can be asked before a step is shown. The answer follows from the contents of the step.
struct PageQuestion {
    QString text, answer;
    QStringList choices; ///< empty: a whole number
};

/// One step, with what the window shows of it.
struct PageStep {
    QString name; ///< "CSR"; empty: only its number
    QString sentence;
    QList<PagePicture> pictures;
    QString formula_light, formula_dark; ///< HTML of the window in the colours of both themes; may be empty
    QString code;                        ///< lines of a kernel; may be empty
    QList<Table> tables;                 ///< the numbers of the pictures
    std::optional<PageQuestion> question;
};

/// Something that is stepped through, from which one HTML page is made. Steps are made when they are asked for: there
/// may be thousands, and the page takes no more than fit.
struct LessonPage {
    QString name; ///< stem of the file
    QString title, summary;
    int steps = 0;
    std::function<PageStep(int)> step;
    QList<Table> tables; ///< of all steps together
};

/// The most that a page may have: learning platforms and phones take so much.
constexpr qsizetype largest_lesson_page = 2'000'000; // bytes

/// A page, and which of the steps (from 0) it has.
struct MadeLessonPage {
    QByteArray html;
    int first = 0, end = 0, steps = 0;
    QString leftOut() const; ///< "42 to 351", counted from 1; empty: it has all
};

/// One HTML file that needs no other, asks for nothing from anywhere and says so to the browser. Without scripts it is
/// read from top to bottom; with them it steps by keys, buttons and touch, and can ask before it shows. Where not all
/// steps fit, it begins with step `first` (from 0) and says which steps it has. Everything but the written-out steps is
/// taken as plain text; of those only the letters' shapes and colours are kept.
MadeLessonPage makeLessonPage(const LessonPage& page, int first = 0, qsizetype most = largest_lesson_page);

/// The same as a file: whole, or not at all. Without the first steps where `shown` would not fit otherwise. Throws
/// Error("file.write").
MadeLessonPage writeLessonPage(const LessonPage& page, const QString& file, int shown = 0);

} // namespace warploom::ui
