#pragma once

#include "ui/export/svg_book.h"

#include <QByteArray>
#include <QString>

namespace warploom::ui {

/// Converts the HTML of a text view for an exported page. Preserves paragraphs, subscript, superscript, bold, italic,
/// lists and tables. All other tags become text, and all attributes are removed. Colors of `<span>` elements become CSS
/// classes of `book`. `dark` is the same HTML in the colors of the dark theme. Elements that are still open are closed
/// at the end.
QByteArray shownHtml(const QString& light, const QString& dark, SvgBook& book);

} // namespace warploom::ui
