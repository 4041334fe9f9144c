#pragma once

#include "engine/table.h"
#include "ui/charts/chart_spec.h"

#include <QJsonObject>
#include <QList>

namespace warploom::ui {

/// What a picture shows: published rows always, measured or modelled ones beside them as soon as the worker has answered.
struct PitfallChart {
    ChartSpec spec;
    Table table;
};

/// One of the ways in which a measurement misleads (cerny2011, appendix). One more is one more entry in pitfalls.cpp, and
/// one in app/pitfalls/pitfall.cpp that measures it.
struct Pitfall {
    struct Picture {
        QString title; ///< to choose by, where there are several
        /// `answer` is the document of `pitfall`; empty before there is one. Columns that are missing leave their rows out.
        PitfallChart (*chart)(const QJsonObject& answer);
    };
    QString id; ///< of the wire: "clock", "first-run", "precision", "cache-end", "copies"
    QString title;
    QString text;   ///< what goes wrong, in a few sentences
    QString expect; ///< what one should have seen
    QList<Picture> pictures;
};
const QList<Pitfall>& pitfalls();

/// A table of the document, by name; without columns where there is none.
Table answeredTable(const QJsonObject& answer, const QString& name);

} // namespace warploom::ui
