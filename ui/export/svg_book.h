#pragma once

#include "ui/export/svg_reader.h"
#include "ui/style/theme.h"

#include <QByteArray>
#include <QHash>
#include <QSize>
#include <QString>

#include <functional>
#include <optional>
#include <vector>

class QCPPainter;

namespace warploom::ui {

/// A function that paints into the rectangle (0, 0, size) with the given colors.
using Drawing = std::function<void(QCPPainter&, const QSize&, const Colours&)>;

/// Collects images for an HTML page in the colors of both themes. Colors become CSS classes, for which the style sheet
/// defines light and dark variants. Repeated parts are stored only once.
class SvgBook {
public:
    /// Returns the image as an `<svg>` element. `attributes` (in HTML syntax) set the element's accessible name.
    QByteArray add(const Drawing& drawing, const QSize& size, const QByteArray& attributes);
    /// Returns the CSS class for a pair of colors: one for the light theme and one for the dark theme.
    QByteArray colourClass(const QString& light, const QString& dark);
    /// Returns the rules of all classes added so far.
    QByteArray styleSheet() const;

private:
    QByteArray classOf(const QByteArray& light, const QByteArray& dark);
    std::optional<QByteArray> written(const SvgElement& light, const SvgElement& dark);
    QByteArray inPieces(const std::vector<QByteArray>& elements);

    QHash<QByteArray, int> classes_; ///< the key consists of both declarations, separated by '|'
    std::vector<QByteArray> rules_;  ///< indexed by class number
    QHash<QByteArray, int> pieces_;  ///< runs of elements that the page already contains
    TextWidths widths_;
    int pictures_ = 0;
};

} // namespace warploom::ui
