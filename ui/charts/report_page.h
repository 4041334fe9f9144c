#pragma once

#include "engine/table.h"
#include "ui/charts/chart.h"

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QString>

namespace warploom::ui {

/// A section of the HTML report with related charts.
struct ReportSection {
    QString title;
    QString text;
    QList<Chart*> charts;
    QHash<const Chart*, QByteArray> drawings; ///< SVG images of charts that have already been rendered
    QList<Table> tables;                      ///< tables that are shown below the charts in collapsed sections
};

/// Returns the report as a self-contained HTML page. Charts are embedded as SVG, and each chart is followed by its data
/// in a collapsed section.
QByteArray reportPage(const QString& title, const QString& summary, const QList<ReportSection>& sections);

} // namespace warploom::ui
