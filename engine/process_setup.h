#pragma once

// Process initialization that both programs perform at the start of main.

namespace warploom {

/// A standard stream that was closed (`>&-`) gets /dev/null, which refuses all writing. No file that is opened
/// later takes its number and then gets our sentences.
void fill_standard_streams();

/// Makes an exception that no handler can catch (the JSON library allocates in a destructor, a thread has no caller)
/// end the program with an error message and status 1 instead of a signal.
void install_terminate_handler();

} // namespace warploom
