#pragma once

#include "engine/experiment/result.h"
#include "ui/charts/chart_spec.h"

#include <QSize>

#include <vector>

namespace warploom::ui {

/// A chart of a result, ready for a ChartView.
struct ExperimentChart {
    ChartSpec spec;
    Table table;
    bool is_profile = false;
};

/// Returns the charts that the experiment defines, in its order. A table has a row per point or bar, and separate
/// columns for published, modeled and measured values. Requested data that no cell has is omitted. Charts without rows
/// are included, so that the chart numbers do not change during a run.
std::vector<ExperimentChart> experimentCharts(const experiment::Result& result);
/// Returns the nonzeros per row (prata2010, figures 2 and 3): one chart per profile.
std::vector<ExperimentChart> profileCharts(const experiment::Result& result);
/// Returns the experiment's charts, followed by its profiles.
std::vector<ExperimentChart> allCharts(const experiment::Result& result);
/// Returns the charts of two results of one experiment. Each series appears for `a` and for `b`; published values
/// appear once.
std::vector<ExperimentChart> comparisonCharts(const experiment::Result& a, const experiment::Result& b,
                                              const QString& name_a, const QString& name_b);

/// Returns the size for export. Bar charts get space for each bar.
QSize paperSize(const ExperimentChart& chart);

/// Returns the ratio of modeled and measured values to the published ones, over all cells that were run: "Modelled /
/// printed: 1.04 (median of 54 cells, 0.71 to 1.40)." Empty if there are none.
QString ratioReading(const experiment::Result& result);

/// Returns the values of a cell except one variable: "float, block 128".
QString valuesText(const experiment::Experiment& experiment, const experiment::Bindings& at,
                   const std::string& but = {});

} // namespace warploom::ui
