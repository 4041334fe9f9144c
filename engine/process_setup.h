#pragma once

// Process initialization performed by both programs at the start of main.

namespace warploom {

/// Replaces standard streams that were closed (`>&-`) by /dev/null, opened for reading only so that writes fail.
/// Otherwise, a file that is opened later could get the descriptor of such a stream and receive our messages.
void fill_standard_streams();

/// Installs a terminate handler. An exception that nothing can catch (such as one thrown by a destructor of the JSON
/// library, or on a separate thread) then ends the program with an error message and status 1 instead of a signal.
void install_terminate_handler();

} // namespace warploom
