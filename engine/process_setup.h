#pragma once

// Process initialization performed by both programs at the start of main.

namespace warploom {

/// Opens /dev/null in place of standard streams that were closed (`>&-`), for reading only, so that writes fail.
/// Otherwise, a file that is opened later could get the descriptor of such a stream and receive our messages.
void fill_standard_streams();

/// Installs a terminate handler. If no code catches an exception (for example, one thrown by a destructor of the JSON
/// library or on a separate thread), the handler prints an error message and ends the program with status 1 instead of
/// a signal.
void install_terminate_handler();

} // namespace warploom
