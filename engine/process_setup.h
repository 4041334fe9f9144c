#pragma once

// Process initialization that both programs perform at the start of main().

namespace warploom {

/// Opens /dev/null for standard streams that were closed (`>&-`), in read-only mode so that writes fail. Otherwise, a
/// file opened later could get the descriptor of a standard stream and receive messages of the program.
void fill_standard_streams();

/// Installs a terminate handler. For an uncaught exception, such as one thrown by a destructor or on another thread, it
/// prints an error message and exits with status 1 instead of aborting.
void install_terminate_handler();

} // namespace warploom
