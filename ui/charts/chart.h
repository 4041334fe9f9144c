#pragma once

#include "engine/table.h"
#include "ui/style/theme.h"

#include <QFontMetrics>
#include <QList>
#include <QSize>
#include <QString>
#include <QStringList>

class QCPPainter; // subclass of QPainter; defined in <qcustomplot.h>

namespace warploom::ui {

/// Interface of all charts for the export dialog. Provides the data of a chart and paints it for export. ChartView and
/// custom-painted widgets implement this interface.
class Chart {
public:
    virtual ~Chart() = default;

    virtual QString chartTitle() const = 0;
    /// Returns alternative titles, from longer to shorter, for use when the full title does not fit.
    virtual QStringList shorterTitles() const { return {}; }
    /// Returns the longest title that fits in a width of `room` pixels. If none fits, returns an elided title.
    QString fittingTitle(const QFontMetrics& metrics, int room) const {
        const QStringList all = QStringList(chartTitle()) + shorterTitles();
        for (const QString& title : all)
            if (metrics.horizontalAdvance(title) <= room) return title;
        return metrics.elidedText(all.last(), Qt::ElideRight, room);
    }
    /// Returns the base name of exported files, in lowercase with hyphens, such as "run-time" or "rows-nonzeros".
    virtual QString chartName() const = 0;
    /// Returns exactly the data that the chart shows. A chart whose table has no rows is not exported.
    virtual Table chartTable() const = 0;
    /// Returns additional data, such as individual samples. Each table is exported as NAME-TITLE.csv.
    virtual QList<Table> moreTables() const { return {}; }
    /// Draws the title and the chart into the rectangle (0, 0, size) in the given colors, without the caption. The
    /// painter may paint an image, an SVG or a PDF, so the output must not depend on widgets or the current theme.
    virtual void drawChart(QCPPainter& painter, const QSize& size, const Colours& colours) const = 0;
};

} // namespace warploom::ui
