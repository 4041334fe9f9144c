#pragma once

#include "engine/experiment/result.h"
#include "ui/charts/chart_spec.h"

#include <QSize>

#include <vector>

namespace warploom::ui {

/// A chart of an experiment's result, as a specification and data for ChartView.
struct ExperimentChart {
    ChartSpec spec;
    Table table;
    bool is_profile = false;
};

/// Returns the charts that the experiment defines, in the same order. Their tables have one row per point or bar, and
/// separate columns for published, modeled and measured values. A point is omitted if the experiment has no cell for
/// it. A chart is included even if it has no rows yet, so that chart numbers do not change during a run.
std::vector<ExperimentChart> experimentCharts(const experiment::Result& result);
/// Returns one chart of the nonzeros per row for each row profile (prata2010, figures 2 and 3).
std::vector<ExperimentChart> profileCharts(const experiment::Result& result);
/// Returns the experiment's charts, followed by the charts of its row profiles.
std::vector<ExperimentChart> allCharts(const experiment::Result& result);
/// Returns the charts that compare two results of the same experiment. Each series appears once for `a` and once for
/// `b`, but published values appear only once.
std::vector<ExperimentChart> comparisonCharts(const experiment::Result& a, const experiment::Result& b,
                                              const QString& name_a, const QString& name_b);

/// Returns the size of an exported chart. A bar chart is large enough for all of its bars.
QSize paperSize(const ExperimentChart& chart);

/// Returns sentences that summarize the ratios of modeled and measured values to published values, such as "Modeled /
/// published: 1.04 (median of 54 cells, 0.71 to 1.40)." Returns an empty string if there are no ratios.
QString ratioReading(const experiment::Result& result);

/// Returns the values of a cell's variables, such as "float, block 128". Omits the variable named `but`.
QString valuesText(const experiment::Experiment& experiment, const experiment::Bindings& at,
                   const std::string& but = {});

} // namespace warploom::ui
