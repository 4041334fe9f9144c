#pragma once

#include "engine/table.h"
#include "ui/charts/chart.h"

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QString>

namespace warploom::ui {

/// A part of the report: charts that belong together under one heading.
struct ReportSection {
    QString title;
    QString text; ///< a sentence or two in plain words
    QList<Chart*> charts;
    QHash<const Chart*, QByteArray> drawings; ///< SVG of those that were drawn already
    QList<Table> tables;                      ///< shown under the charts, behind a fold with the table's title
};

/// One HTML page that needs no other file: pictures are inside as SVG, each with the numbers it shows behind a fold.
QByteArray reportPage(const QString& title, const QString& summary, const QList<ReportSection>& sections);

} // namespace warploom::ui
