#pragma once

#include <QString>

namespace warploom {

/// What `./run` shows where nothing is said: rows of 1 to 819 random nonzeros, source prata2010.
inline constexpr const char* example_matrix = "random-rows:n=4096,fraction=0.2,seed=7";

/// The workbench without a window: loads the matrix, runs its kernels through a worker on the best machine here and on the
/// simulated GPU, and writes every chart (PNG, SVG, PDF), every table (CSV) and one page that shows them (index.html) into the
/// folder, which is made if needed. Says on standard output what it does and where the files are; a problem goes to standard
/// error, with its hint. Returns the exit code: 0, or 1 when something failed or a result was wrong. Throws
/// Error("file.write") and, after a signal, Error("cancelled").
int write_report(const QString& folder, const QString& matrix);

} // namespace warploom
