#pragma once

#include "ui/export/svg_book.h"

#include <QByteArray>
#include <QString>

namespace warploom::ui {

/// Converts the HTML of a text view for use in an exported page. Keeps paragraphs, subscript, superscript, bold,
/// italic, lists and tables; all other tags become text, and all attributes are removed. Colors of `<span>` elements
/// become classes of `book`. `dark` is the same HTML in dark theme colors. Closes any elements that are still open at
/// the end.
QByteArray shownHtml(const QString& light, const QString& dark, SvgBook& book);

} // namespace warploom::ui
