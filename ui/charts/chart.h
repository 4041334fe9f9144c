#pragma once

#include "engine/table.h"
#include "ui/style/theme.h"

#include <QFontMetrics>
#include <QList>
#include <QSize>
#include <QString>
#include <QStringList>

class QCPPainter; // is a QPainter; include <qcustomplot.h> where it is used

namespace warploom::ui {

/// The interface of every chart in the program, for the common export dialog and its test: provides the data of the
/// chart and paints it for export. Implemented by ChartView and by custom-painted views.
class Chart {
public:
    virtual ~Chart() = default;

    virtual QString chartTitle() const = 0;
    /// The same with less and less in it, for where the whole does not fit.
    virtual QStringList shorterTitles() const { return {}; }
    /// As much of the title as has room.
    QString fittingTitle(const QFontMetrics& metrics, int room) const {
        const QStringList all = QStringList(chartTitle()) + shorterTitles();
        for (const QString& title : all)
            if (metrics.horizontalAdvance(title) <= room) return title;
        return metrics.elidedText(all.last(), Qt::ElideRight, room);
    }
    /// File name stem for exports, lower case with hyphens ("run-time", "rows-nonzeros").
    virtual QString chartName() const = 0;
    /// Exactly the numbers that the picture shows. A chart with no rows is not exported.
    virtual Table chartTable() const = 0;
    /// Further numbers in the picture that have a table of their own (single samples); written beside it as
    /// NAME-TITLE.csv.
    virtual QList<Table> moreTables() const { return {}; }
    /// Draws title and picture (no caption) into (0, 0, size) with the given colours; the painter may be an image, SVG
    /// or PDF, so no widgets are grabbed and nothing depends on the screen's theme.
    virtual void drawChart(QCPPainter& painter, const QSize& size, const Colours& colours) const = 0;
};

} // namespace warploom::ui
