#pragma once

#include <QString>

namespace warploom {

/// Implements `warploom --lesson-page WHAT [MATRIX] --out FILE`: writes an HTML page with interactive steps, without a
/// window. WHAT:
/// - `step:TOPIC`, with `,n=16`, `,system=random`, `,letters=1`, `,bytes=4`, `,padding=1`, `,prefetch=0`,
///   `,symmetric=0` or `,tile=real` appended; MATRIX, if specified, is the system;
/// - `format:ID` (or `formats` for all), with `,kernel=ID`, `,block=128`, `,row=0` and `,column=0`: a window of MATRIX;
/// - a trace of a warp (*.warploom-trace), or the result or report of an experiment (.json, .html).
/// `out` may be a folder: the page then chooses the file name. Prints the name of the file. Returns the exit code.
/// Errors: all errors of reading and writing, "arguments" for an invalid argument, "cancelled" after a signal.
int write_lesson_page(const QString& what, const QString& matrix, const QString& out);

/// Implements `warploom --page WHAT --out FILE`: the command line program in the same folder writes an interactive
/// page; its output and exit code are passed on. WHAT: write, explore, lesson:ID, or exercise:ID,ID. `out` may be a
/// folder: the page is named after WHAT.
int write_running_page(const QString& what, const QString& out);

} // namespace warploom
