#pragma once

#include "ui/charts/chart.h"

#include <QList>
#include <QString>

namespace warploom {

/// A part of the report: charts that belong together under one heading.
struct ReportSection {
    QString title;
    QString text; ///< a sentence or two in plain words
    QList<ui::Chart*> charts;
    QList<Table> tables; ///< shown under the charts, behind a fold with the table's title
};

/// One HTML page that needs no other file: pictures are inside as SVG, each with the numbers it shows behind a fold.
QByteArray report_page(const QString& title, const QString& summary, const QList<ReportSection>& sections);

} // namespace warploom
