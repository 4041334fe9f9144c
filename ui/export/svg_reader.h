#pragma once

#include <QByteArray>
#include <QHash>
#include <QString>

#include <vector>

namespace warploom::ui {

/// An element with its attributes; what gives it its look stands apart from where it is.
struct SvgElement {
    QByteArray name, look, place, text;
    std::vector<SvgElement> children;
};

/// Widths of texts that were laid out once, by font and text.
using TextWidths = QHash<QString, double>;

/// Parses the output of Qt's SVG generator. `prefix` is added to ids, which must be unique across pictures.
SvgElement readSvg(const QByteArray& svg, const QByteArray& prefix, TextWidths& widths);

/// A text as HTML has it.
QByteArray htmlOf(const QByteArray& text);

} // namespace warploom::ui
