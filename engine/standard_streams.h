#pragma once

#include <fcntl.h>
#include <unistd.h>

namespace warploom {

/// First thing in main: a standard stream that was closed (`>&-`) gets /dev/null, which refuses what is written to it. No
/// file that is opened later takes its number and then gets our sentences.
inline void fill_standard_streams() {
    for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) // in this order: open() takes the lowest
        if (::fcntl(number, F_GETFD) < 0 && ::open("/dev/null", O_RDONLY) < 0) return;
}

} // namespace warploom
