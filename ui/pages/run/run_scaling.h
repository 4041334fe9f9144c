#pragma once

#include "ui/pages/run/run_tables.h"

namespace warploom::ui {

/// How many real GPUs a machine is: `cuda:0` one, `cuda:0,1` two; 0 for every other machine, and where ranks share a
/// GPU.
int gpusOfMachine(const QString& machine);

/// Results that differ in the number of GPUs, with `speedup` and `efficiency` against the same kernel on one GPU. No
/// rows unless a kernel was timed on two different numbers of GPUs.
Table scalingTable(const ShownRuns& runs);
ChartSpec scalingSpec();
QString scalingReading(const ShownRuns& runs);

} // namespace warploom::ui
