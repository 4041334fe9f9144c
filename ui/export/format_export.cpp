// Exports an HTML page that shows a window of a matrix in each format.
#include "ui/export/lesson_pages.h"
#include "ui/pages/formats/arrays_view.h"
#include "ui/pages/formats/window_view.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"

#include <qcustomplot.h>

#include <algorithm>

namespace warploom::ui {
namespace {

/// The views of the Formats page, which are updated and painted for each step of the exported page.
struct FormatViews {
    WindowView window;
    ArraysView arrays;

    explicit FormatViews(const FormatSubject& subject) {
        window.setMatrix(subject.matrix);
        window.setWindow(subject.window);
        window.setDocument(subject.layout);
        window.resize(theme().px(320), theme().px(320));
        arrays.setTitles(subject.titles);
        arrays.setDocument(subject.layout);
        // A height of 1 prevents the arrays from being enlarged if there is only one format.
        arrays.fitTo({theme().px(420), 1});
    }
    void show(const HoveredNonzero& place, int nonzero, int format) {
        window.setHovered(place);
        arrays.setOnly(format);
        arrays.setHighlighted(nonzero);
    }
};

HoveredNonzero placeOf(const FormatSubject& subject, int nonzero) {
    if (nonzero < 0) return {};
    const protocol::LayoutNonzero& entry = subject.layout->nonzeros[static_cast<std::size_t>(nonzero)];
    return {subject.window.row_begin + entry.row, subject.window.col_begin + entry.col};
}

/// Returns the elements of all arrays of a format, or only those that belong to one nonzero.
Table slotTable(const protocol::FormatLayout& format, int nonzero) {
    Table table{.title = Text::tr("Slots of %1").arg(toQString(format.format)).toStdString(),
                .columns = {{"array", ""}, {"slot", ""}, {"value", ""}}};
    for (const protocol::LayoutArray& array : format.arrays)
        for (std::size_t i = 0; i < array.values.size(); ++i) {
            if (nonzero >= 0 && (!array.holds_entries() || array.nonzero[i] != nonzero)) continue;
            const auto& value = array.values[i];
            table.add_row({array.name, static_cast<std::int64_t>(i),
                           value ? Cell(slotText(array, static_cast<int>(i)).toStdString())
                                 : Cell(Text::tr("padding").toStdString())});
        }
    return table;
}

/// Returns a question about where a format stores a nonzero, or std::nullopt if no array contains the nonzero.
std::optional<PageQuestion> whereIs(const protocol::FormatLayout& format, int nonzero) {
    for (const protocol::LayoutArray& array : format.arrays) {
        if (!array.holds_entries() || array.element.starts_with("int")) continue;
        const auto at = std::find(array.nonzero.begin(), array.nonzero.end(), nonzero);
        if (at != array.nonzero.end())
            return PageQuestion{Text::tr("In which slot of %1 is this nonzero stored? Slots are numbered from 0.")
                                    .arg(toQString(array.name)),
                                QString::number(at - array.nonzero.begin()),
                                {}};
    }
    return std::nullopt;
}

QString titleOf(const FormatSubject& subject, const protocol::FormatLayout& format) {
    const auto title = subject.titles.find(toQString(format.format));
    return title == subject.titles.end() ? toQString(format.format) : title->second;
}

QString placeText(const FormatSubject& subject) {
    const MatrixWindow& w = subject.window;
    return Text::tr("rows %1 to %2, columns %3 to %4")
        .arg(w.row_begin)
        .arg(w.row_end - 1)
        .arg(w.col_begin)
        .arg(w.col_end - 1);
}

} // namespace

LessonPage formatLessonPage(const FormatSubject& subject) {
    LessonPage page;
    const bool has_one = subject.only >= 0;
    const QString matrix = subject.matrix->name();
    const auto formats = static_cast<int>(subject.layout->formats.size());
    const protocol::FormatLayout* const one =
        has_one ? &subject.layout->formats[static_cast<std::size_t>(subject.only)] : nullptr;
    page.name =
        QStringLiteral("format") + (one != nullptr ? QLatin1Char('-') + toQString(one->format) : QStringLiteral("s"));
    page.title = one != nullptr ? Text::tr("%1 of %2").arg(titleOf(subject, *one), matrix)
                                : Text::tr("Formats of %1").arg(matrix);
    page.summary =
        (one != nullptr
             ? Text::tr("This page shows how the format stores a window of the matrix (%1), one nonzero at a time.")
             : Text::tr("This page shows how each format stores a window of the matrix (%1)."))
            .arg(placeText(subject));
    page.steps = has_one ? 1 + static_cast<int>(subject.layout->nonzeros.size()) : formats;
    const auto views = std::make_shared<FormatViews>(subject);
    page.step = [subject, views, has_one](int number) {
        // If a single format is exported, the first step shows the whole format, and each of the next steps shows one
        // nonzero.
        const int nonzero = has_one ? number - 1 : -1, at = has_one ? subject.only : number;
        const protocol::FormatLayout& format = subject.layout->formats[static_cast<std::size_t>(at)];
        const HoveredNonzero place = placeOf(subject, nonzero);
        views->show(place, nonzero, at);
        PageStep step;
        const QString about = formatText(format, titleOf(subject, format));
        step.name = nonzero < 0 ? titleOf(subject, format) : QString();
        step.sentence = nonzero < 0 ? about : nonzeroText(*subject.layout, nonzero, place.row, place.col);
        const auto add = [&](const QString& title, const QSize& size, const auto& draw) {
            step.pictures.append({title, size, [=](QCPPainter& painter, const QSize& room, const Colours& colours) {
                                      views->show(place, nonzero, at);
                                      painter.fillRect(QRect(QPoint(), room), colours.canvas);
                                      draw(painter, room, colours);
                                  }});
        };
        add(Text::tr("Matrix window"), views->window.size(),
            [views](QCPPainter& painter, const QSize&, const Colours& colours) {
                views->window.paintWindow(painter, colours);
            });
        add(about, views->arrays.slotLayout().size.toSize(),
            [views](QCPPainter& painter, const QSize& room, const Colours& colours) {
                views->arrays.paintArrays(painter, colours, QRectF(QPointF(), room));
            });
        step.tables.append(slotTable(format, nonzero));
        if (nonzero >= 0) step.question = whereIs(format, nonzero);
        else if (format.padding && format.value_slots)
            step.question =
                PageQuestion{Text::tr("%1 stores %n nonzeros in %2 value slots. How many slots are padding?", nullptr,
                                      static_cast<int>(subject.layout->nonzeros.size()))
                                 .arg(titleOf(subject, format))
                                 .arg(*format.value_slots),
                             QString::number(*format.padding),
                             {}};
        return step;
    };
    return page;
}

} // namespace warploom::ui
