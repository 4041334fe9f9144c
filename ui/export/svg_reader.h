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

/// What Qt's generator writes, as a tree. `prefix`: of names inside this picture, which must not meet those of another.
SvgElement readSvg(const QByteArray& svg, const QByteArray& prefix, TextWidths& widths);

/// A text as HTML has it.
QByteArray htmlOf(const QByteArray& text);

} // namespace warploom::ui
