#pragma once

#include "engine/experiment/result.h"

#include <QString>
#include <QStringList>

namespace warploom {

/// The pictures of a result as NAME-chart-1.png, .svg and .csv ..., NAME-profile-1..., and NAME.html with all of it, into a
/// folder that is made if needed. Returns the files. Needs an application object. Throws Error("file.write").
QStringList write_experiment_pictures(const experiment::Result& result, const QString& folder);
/// What *Report...* writes: the pictures and the page, the result itself, and its tables as CSV.
QStringList write_experiment_folder(const experiment::Result& result, const QString& folder);

/// `warploom --experiment-report RESULT.json --out DIR`: pictures and page without a window. Prints the files, one a line.
/// Returns the exit code. Throws Error("file.open"), Error("result.format"), Error("file.write") and, after a signal,
/// Error("cancelled").
int write_experiment_report(const QString& result_file, const QString& folder);

} // namespace warploom
