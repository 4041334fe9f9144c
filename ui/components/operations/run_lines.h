#pragma once

#include "ui/components/operations/run_tables.h"

#include <string>
#include <vector>

namespace warploom::ui {

// Code shared by the tables of the Run page.

/// A result together with the run that produced it.
struct RunResultRef {
    const Run* run;
    const RunResult* result;
};

/// Flags for the run settings that differ between the displayed results. These settings become part of the series names
/// in charts.
struct RunVarying {
    bool run = false, machine = false, precision = false, block = false, matrix = false, threads = false;
};

/// Returns the results of the runs. If `sorted` is true and no run is in progress, sorts them by time.
std::vector<RunResultRef> runLines(const ShownRuns& runs, bool sorted);
RunVarying runVarying(const std::vector<RunResultRef>& lines);
std::string runSeries(const RunResultRef& line, const RunVarying& v, bool block = true, bool matrix = true);
/// Adds the facts about several runs, such as machine and settings, to a table. A fact that is the same in all runs is
/// listed once. Other facts are listed side by side.
void addRunFacts(Table& table, const ShownRuns& runs);

/// Converts a number to a table cell. NaN becomes an empty cell.
Cell numberCell(double value);
Cell textCell(const QString& text);
/// Converts a count to a table cell. The cell is empty if the worker has not reported the count yet.
Cell knownCell(std::int64_t count);

/// Adds the columns that identify a result, such as the kernel name, to a table.
void addHeadColumns(Table& table);
std::vector<Cell> headCells(const RunResultRef& line, const std::string& series);

/// Returns the common operation of the given runs, or SpMV if there are no runs.
QString runOperation(const ShownRuns& runs);
/// Returns the common matrix of the given runs, or an empty string if they differ.
QString runMatrix(const ShownRuns& runs);

} // namespace warploom::ui
