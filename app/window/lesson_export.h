#pragma once

#include <QString>

namespace warploom {

/// Implements `warploom --lesson-page WHAT [MATRIX] --out FILE`, which writes an HTML page with interactive steps
/// without opening a window. WHAT is one of:
/// - `step:TOPIC`, followed by any of `,n=16`, `,system=random`, `,letters=1`, `,bytes=4`, `,padding=1`, `,prefetch=0`,
///   `,symmetric=0`, `,tile=real`; if MATRIX is specified, it is the system;
/// - `format:ID` (or `formats` for all), with `,kernel=ID`, `,block=128`, `,row=0` and `,column=0`: a window of MATRIX;
/// - a trace of a warp (*.warploom-trace), or the result or report of an experiment (.json, .html).
///
/// FILE may be a folder, in which case the file name is chosen automatically. Prints the name of the file and returns
/// the exit status. Errors: "arguments" for an invalid argument; "cancelled" after a signal; any error from reading or
/// writing.
int write_lesson_page(const QString& what, const QString& matrix, const QString& out);

/// Implements `warploom --page WHAT --out FILE`. Runs the command-line program in the same folder to create an
/// interactive page, and forwards its output and exit status. WHAT is write, explore, lesson:ID, or exercise:ID,ID. If
/// FILE is a folder, the file name is derived from WHAT.
int write_running_page(const QString& what, const QString& out);

} // namespace warploom
