#pragma once

#include "engine/table.h"
#include "ui/charts/chart_spec.h"

#include <QJsonObject>
#include <QStringList>

namespace warploom::ui {

/// What a lesson draws: published rows always, measured or modelled ones beside them as soon as the worker has answered.
struct LessonChart {
    ChartSpec spec;
    Table table;
};

/// The pictures that a lesson has to choose between ("CR", "PCR"); empty where there is one.
QStringList lessonViews(const QString& lesson);
/// `answer` is the document of `pitfall`; empty before there is one. Columns that are missing leave their rows out.
LessonChart lessonChart(const QString& lesson, int view, const QJsonObject& answer);

/// A table of the document, by name; without columns where there is none.
Table answeredTable(const QJsonObject& answer, const QString& name);

} // namespace warploom::ui
