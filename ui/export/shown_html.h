#pragma once

#include "ui/export/svg_book.h"

#include <QByteArray>
#include <QString>

namespace warploom::ui {

/// The HTML that the window shows in a text view, for a page of its own: paragraphs, letters above and below the line,
/// bold and italic ones, lists and tables. Every other tag becomes text and every attribute is left out; a colour of a
/// `<span>` becomes a class of `book`. `dark` is the same text in the colours of the dark theme. Elements open at the
/// end are closed.
QByteArray shownHtml(const QString& light, const QString& dark, SvgBook& book);

} // namespace warploom::ui
