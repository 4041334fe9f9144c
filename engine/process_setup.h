#pragma once

// Process initialization that both programs perform at the start of main.

namespace warploom {

/// A standard stream that was closed (`>&-`) gets /dev/null, which refuses all writing. No file that is opened
/// later takes its number and then gets our sentences.
void fill_standard_streams();

/// An exception that no handler can catch (the JSON library asks for memory in a destructor, a thread has no caller)
/// ends the program with a sentence and status 1, not with a signal.
void install_terminate_handler();

} // namespace warploom
