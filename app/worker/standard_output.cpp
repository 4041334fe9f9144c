#include "app/worker/standard_output.h"

#include "engine/process_setup.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>

namespace warploom::app {

StandardOutput::StandardOutput() {
    fill_standard_streams();
    std::fflush(stdout);
    // Set close-on-exec, so that programs started by a library do not inherit the file descriptor.
    descriptor_ = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    std::signal(SIGPIPE, SIG_IGN); // If the pipe is closed, do not exit, because write() reports the error.
}

StandardOutput::~StandardOutput() {
    if (descriptor_ >= 0) close(descriptor_);
}

bool StandardOutput::write(const std::string& text) {
    const std::lock_guard lock(mutex_);
    std::size_t written = 0;
    while (failure_ == 0 && written < text.size()) {
        const ssize_t count = ::write(descriptor_, text.data() + written, text.size() - written);
        if (count >= 0) written += static_cast<std::size_t>(count);
        else if (errno != EINTR) failure_ = errno;
    }
    return failure_ == 0;
}

} // namespace warploom::app
