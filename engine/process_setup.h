#pragma once

// Process initialization that both programs perform at the start of main().

namespace warploom {

/// Opens /dev/null in place of standard streams that were closed (`>&-`), for reading only, so that writes fail.
/// Otherwise, a file that is opened later could get the descriptor of such a stream and receive messages of the
/// program.
void fill_standard_streams();

/// Installs a terminate handler. If an exception is not caught (for example, because it was thrown by a destructor or
/// on another thread), the handler prints an error message and exits with status 1. Without the handler, the process
/// would be ended by a signal.
void install_terminate_handler();

} // namespace warploom
