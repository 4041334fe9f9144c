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

/// Returns the charts that the experiment defines, in the same order. A table has one row per point or bar, and
/// separate columns for published, modeled and measured values. Requested data that no cell has is omitted. Charts
/// without rows are included, so that the numbers of the charts do not change during a run.
std::vector<ExperimentChart> experimentCharts(const experiment::Result& result);
/// Returns the nonzeros per row (prata2010, figures 2 and 3): one chart per profile.
std::vector<ExperimentChart> profileCharts(const experiment::Result& result);
/// Returns the experiment's charts, followed by its profiles.
std::vector<ExperimentChart> allCharts(const experiment::Result& result);
/// Returns the charts for two results of the same experiment. Each series appears once for `a` and once for `b`;
/// published values appear only once.
std::vector<ExperimentChart> comparisonCharts(const experiment::Result& a, const experiment::Result& b,
                                              const QString& name_a, const QString& name_b);

/// Returns the size for export, which leaves space for each bar of a bar chart.
QSize paperSize(const ExperimentChart& chart);

/// Returns the ratio of modeled and measured values to the published ones over all cells that were run, such as
/// "Modelled / printed: 1.04 (median of 54 cells, 0.71 to 1.40)." Empty if there are none.
QString ratioReading(const experiment::Result& result);

/// Returns the values of a cell except for one variable, such as "float, block 128".
QString valuesText(const experiment::Experiment& experiment, const experiment::Bindings& at,
                   const std::string& but = {});

} // namespace warploom::ui
