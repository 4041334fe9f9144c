#pragma once

#include "ui/export/svg_book.h"

#include <QByteArray>
#include <QString>

namespace warploom::ui {

/// Converts HTML of a text view for an exported page. It keeps paragraphs, subscript, superscript, bold, italic, lists
/// and tables. Other tags become text, and all attributes are removed. Colors of `<span>` become classes of `book`.
/// `dark` is the same text in the colors of the dark theme. Open elements are closed at the end.
QByteArray shownHtml(const QString& light, const QString& dark, SvgBook& book);

} // namespace warploom::ui
