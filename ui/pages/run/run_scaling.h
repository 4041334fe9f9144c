#pragma once

#include "ui/components/operations/run_tables.h"

namespace warploom::ui {

/// Returns the number of real GPUs in a machine name, such as 1 for `cuda:0` and 2 for `cuda:0,1`. Returns 0 for other
/// machines, and if several ranks share a GPU.
int gpusOfMachine(const QString& machine);

/// Returns a table of results with different numbers of GPUs, with `speedup` and `efficiency` relative to the same
/// kernel on one GPU. The table is empty unless a kernel was timed on at least two different numbers of GPUs.
Table scalingTable(const ShownRuns& runs);
ChartSpec scalingSpec();
QString scalingReading(const ShownRuns& runs);

} // namespace warploom::ui
