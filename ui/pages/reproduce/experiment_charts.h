#pragma once

#include "engine/experiment/result.h"
#include "ui/charts/chart_spec.h"

#include <QSize>

#include <vector>

namespace warploom::ui {

/// A picture of a result, ready for a ChartView.
struct ExperimentChart {
    ChartSpec spec;
    Table table;
    bool is_profile = false;
};

/// One for each chart that the experiment asks for, in its order. The table has a row for each point or bar, and a
/// column of its own for published, modelled and measured numbers. What a wish names and no cell has is left out; a
/// chart without rows keeps its place, so that numbers of charts never shift while a run goes on.
std::vector<ExperimentChart> experimentCharts(const experiment::Result& result);
/// Nonzeros per row (prata2010, figures 2 and 3): one picture for each profile.
std::vector<ExperimentChart> profileCharts(const experiment::Result& result);
/// The experiment's charts, then its profiles.
std::vector<ExperimentChart> allCharts(const experiment::Result& result);
/// The charts of two results of one experiment, each series once for `a` and once for `b`; the printed figures stand
/// once.
std::vector<ExperimentChart> comparisonCharts(const experiment::Result& a, const experiment::Result& b,
                                              const QString& name_a, const QString& name_b);

/// How large the picture is on paper: bars need room for each.
QSize paperSize(const ExperimentChart& chart);

/// How many times the printed figure the modelled and the measured ones are, over the cells that were run:
/// "Modelled / printed: 1.04 (median of 54 cells, 0.71 to 1.40)." Empty without any.
QString ratioReading(const experiment::Result& result);

/// "float, block 128": the values of a cell but for one variable, as a person says them.
QString valuesText(const experiment::Experiment& experiment, const experiment::Bindings& at,
                   const std::string& but = {});

} // namespace warploom::ui
