#pragma once

// Process initialization performed by both programs at the start of main.

namespace warploom {

/// Opens /dev/null, which rejects all writes, for standard streams that were closed (`>&-`). Otherwise, a file that is
/// opened later could get the descriptor of such a stream and receive our messages.
void fill_standard_streams();

/// Installs a terminate handler. An exception that cannot be caught (because the JSON library allocates in a
/// destructor, or a thread has no caller) then ends the program with an error message and status 1 instead of a signal.
void install_terminate_handler();

} // namespace warploom
