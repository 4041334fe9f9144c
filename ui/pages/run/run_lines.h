#pragma once

#include "ui/pages/run/run_tables.h"

#include <string>
#include <vector>

namespace warploom::ui {

// Code shared by the tables of the Run page.

/// A result with the run that it belongs to.
struct RunResultRef {
    const Run* run;
    const RunResult* result;
};

/// Settings that differ between the results name the series; equal ones are left out.
struct RunVarying {
    bool run = false, machine = false, precision = false, block = false, matrix = false, threads = false;
};

/// `sorted`: by time, as soon as no run is under way.
std::vector<RunResultRef> runLines(const ShownRuns& runs, bool sorted);
RunVarying runVarying(const std::vector<RunResultRef>& lines);
std::string runSeries(const RunResultRef& line, const RunVarying& v, bool block = true, bool matrix = true);
/// Facts of several runs that agree are said once, others side by side.
void addRunFacts(Table& table, const ShownRuns& runs);

/// Empty where there is no number.
Cell numberCell(double value);
Cell textCell(const QString& text);
/// Empty until the worker said it.
Cell knownCell(std::int64_t count);

/// The columns that say which result a row is, and its cells.
void addHeadColumns(Table& table);
std::vector<Cell> headCells(const RunResultRef& line, const std::string& series);

/// Of the operation that `runs` share; SpMV where there is none.
QString runOperation(const ShownRuns& runs);
QString runMatrix(const ShownRuns& runs); ///< the one that all are of; empty where there are several

} // namespace warploom::ui
