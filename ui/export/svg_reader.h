#pragma once

#include <QByteArray>
#include <QHash>
#include <QString>

#include <vector>

namespace warploom::ui {

/// An SVG element whose attributes are divided into style (`look`) and geometry (`place`).
struct SvgElement {
    QByteArray name, look, place, text;
    std::vector<SvgElement> children;
};

using TextWidths = QHash<QString, double>;

/// Parses an image created by QSvgGenerator. Adds `prefix` to the IDs to make them unique across images.
SvgElement readSvg(const QByteArray& svg, const QByteArray& prefix, TextWidths& widths);

QByteArray htmlOf(const QByteArray& text);

} // namespace warploom::ui
