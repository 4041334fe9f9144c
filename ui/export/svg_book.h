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

/// Draws into (0, 0, size) with these colours.
using Drawing = std::function<void(QCPPainter&, const QSize&, const Colours&)>;

/// Many pictures for one HTML page, each in the colours of both themes: what has a colour gets a class, and the page's
/// style sheet says which colour that is in the light and in the dark. What stands in several pictures is written once.
class SvgBook {
public:
    /// The picture as an `<svg>` element; `attributes` (as they stand in HTML) name it for screen readers.
    QByteArray add(const Drawing& drawing, const QSize& size, const QByteArray& attributes);
    /// Two colours that mean the same in the light and in the dark; returns the name of the class.
    QByteArray colourClass(const QString& light, const QString& dark);
    /// Rules of all classes up to now.
    QByteArray styleSheet() const;

private:
    QByteArray classOf(const QByteArray& light, const QByteArray& dark);
    std::optional<QByteArray> written(const SvgElement& light, const SvgElement& dark);
    QByteArray inPieces(const std::vector<QByteArray>& elements);

    QHash<QByteArray, int> classes_; ///< by both declarations, separated by '|'
    std::vector<QByteArray> rules_;  ///< the same in the order of their numbers
    QHash<QByteArray, int> pieces_;  ///< runs of elements that stand in the page already
    TextWidths widths_;
    int pictures_ = 0;
};

} // namespace warploom::ui
