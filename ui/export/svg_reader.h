#pragma once

#include <QByteArray>
#include <QHash>
#include <QString>

#include <vector>

namespace warploom::ui {

/// An SVG element. Its attributes are split into style (`look`) and geometry (`place`).
struct SvgElement {
    QByteArray name, look, place, text;
    std::vector<SvgElement> children;
};

/// A cache of text widths, indexed by font and text.
using TextWidths = QHash<QString, double>;

/// Parses the output of Qt's SVG generator. Adds `prefix` to IDs so that IDs are unique across images.
SvgElement readSvg(const QByteArray& svg, const QByteArray& prefix, TextWidths& widths);

/// Escapes text for HTML.
QByteArray htmlOf(const QByteArray& text);

} // namespace warploom::ui
