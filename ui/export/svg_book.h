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

/// Paints into (0, 0, size) with these colors.
using Drawing = std::function<void(QCPPainter&, const QSize&, const Colours&)>;

/// Collects pictures for one HTML page in the colors of both themes. Colors become CSS classes that the style sheet
/// defines for light and dark mode. Repeated parts are stored only once.
class SvgBook {
public:
    /// Returns the picture as an `<svg>` element. `attributes` (in HTML syntax) set its accessible name.
    QByteArray add(const Drawing& drawing, const QSize& size, const QByteArray& attributes);
    /// Returns the class name for a pair of colors in the light and the dark theme.
    QByteArray colourClass(const QString& light, const QString& dark);
    /// Returns the rules of all classes so far.
    QByteArray styleSheet() const;

private:
    QByteArray classOf(const QByteArray& light, const QByteArray& dark);
    std::optional<QByteArray> written(const SvgElement& light, const SvgElement& dark);
    QByteArray inPieces(const std::vector<QByteArray>& elements);

    QHash<QByteArray, int> classes_; ///< key: both declarations, separated by '|'
    std::vector<QByteArray> rules_;  ///< rules, indexed by class number
    QHash<QByteArray, int> pieces_;  ///< runs of elements that are already part of the page
    TextWidths widths_;
    int pictures_ = 0;
};

} // namespace warploom::ui
