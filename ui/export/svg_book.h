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

/// Paints an image into the rectangle (0, 0, size) with the given colors.
using Drawing = std::function<void(QCPPainter&, const QSize&, const Colours&)>;

/// Collects SVG images for an HTML page with two themes. Colors become CSS classes, which the style sheet defines for
/// the light and the dark theme. Repeated parts are stored only once.
class SvgBook {
public:
    /// Adds an image to the page and returns its `<svg>` element. `attributes` is HTML that sets the accessible name of
    /// the element.
    QByteArray add(const Drawing& drawing, const QSize& size, const QByteArray& attributes);
    /// Returns the CSS class for a pair of colors, one for each theme.
    QByteArray colourClass(const QString& light, const QString& dark);
    /// Returns the CSS rules of all classes added so far.
    QByteArray styleSheet() const;

private:
    QByteArray classOf(const QByteArray& light, const QByteArray& dark);
    std::optional<QByteArray> written(const SvgElement& light, const SvgElement& dark);
    QByteArray inPieces(const std::vector<QByteArray>& elements);

    QHash<QByteArray, int> classes_; ///< class numbers, keyed by the declarations for both themes: light, '|', dark
    std::vector<QByteArray> rules_;
    QHash<QByteArray, int> pieces_; ///< number of each element sequence that the page already contains
    TextWidths widths_;
    int pictures_ = 0;
};

} // namespace warploom::ui
