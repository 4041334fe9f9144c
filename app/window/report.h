#pragma once

#include "engine/experiment/result.h"

#include <QString>
#include <QStringList>

namespace warploom {

/// The default matrix of the script `./run`. Its rows have 1 to 819 random nonzeros (Prata et al. 2010).
inline constexpr const char* example_matrix = "random-rows:n=4096,fraction=0.2,seed=7";

/// Implements the report of a run without opening a window. Loads the matrix, and runs its kernels in a worker on the
/// best available machine and on the simulated GPU. Writes all charts (PNG, SVG, PDF), all tables (CSV) and a page that
/// shows them (index.html) to the folder, which is created if necessary. Prints progress and file names to standard
/// output, and errors with hints to standard error. Returns the exit status, which is 1 if something failed or a result
/// was wrong, and 0 otherwise. Throws Error("file.write") and, after a signal, Error("cancelled").
int write_report(const QString& folder, const QString& matrix);

/// Writes the charts of an experiment's result (NAME-chart-1.png, .svg, .csv and so on, NAME-profile-1 and so on) and a
/// page that shows all of them (NAME.html) to the folder, which is created if necessary. Returns the file names.
/// Requires an application object. Throws Error("file.write").
QStringList write_experiment_pictures(const experiment::Result& result, const QString& folder);
/// Writes the files of the menu command *Report...*: the charts and the page, the result, and the result's tables as
/// CSV. Returns the file names.
QStringList write_experiment_folder(const experiment::Result& result, const QString& folder);

/// Implements `warploom --experiment-report RESULT.json --out DIR`, which writes charts and a page without opening a
/// window. Prints the file names, one per line. Returns the exit status. Throws Error("file.open"),
/// Error("result.format"), Error("file.write") and, after a signal, Error("cancelled").
int write_experiment_report(const QString& result_file, const QString& folder);

} // namespace warploom
