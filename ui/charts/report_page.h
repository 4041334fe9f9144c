#pragma once

#include "engine/table.h"
#include "ui/charts/chart.h"

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QString>

namespace warploom::ui {

/// A section of the report with related charts.
struct ReportSection {
    QString title;
    QString text; ///< one or two sentences
    QList<Chart*> charts;
    QHash<const Chart*, QByteArray> drawings; ///< SVG source of charts that are already rendered
    QList<Table> tables; ///< shown below the charts in collapsed sections with the titles of the tables
};

/// Returns a self-contained HTML page. Charts are embedded as SVG, and each is followed by its data in a collapsed
/// section.
QByteArray reportPage(const QString& title, const QString& summary, const QList<ReportSection>& sections);

} // namespace warploom::ui
