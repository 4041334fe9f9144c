#include "app/child_program/child_program.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <thread>

extern char** environ;

namespace warploom::app {

namespace {

using Clock = std::chrono::steady_clock;

/// A copy of this process's environment with some variables replaced.
class Environment {
public:
    explicit Environment(const std::vector<std::string>& replaced) : kept_(replaced) {
        for (char** entry = environ; *entry != nullptr; ++entry) {
            const std::string text = *entry;
            const std::string name = text.substr(0, text.find('=') + 1);
            const auto is_it = [&](const std::string& other) { return other.rfind(name, 0) == 0; };
            if (std::none_of(replaced.begin(), replaced.end(), is_it)) kept_.push_back(text);
        }
        for (std::string& entry : kept_) entries_.push_back(entry.data());
        entries_.push_back(nullptr);
    }
    char** entries() { return entries_.data(); }

private:
    std::vector<std::string> kept_;
    std::vector<char*> entries_;
};

pid_t start(const std::vector<std::string>& words, const std::vector<std::string>& replaced, int output) {
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    Environment environment(replaced);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child = 0;
    const int failed =
        posix_spawn(&child, words.front().c_str(), &actions, nullptr, arguments.data(), environment.entries());
    posix_spawn_file_actions_destroy(&actions);
    return failed == 0 ? child : -1;
}

/// Decides when to stop waiting for a child process: at a deadline, or when a flag is set.
struct Patience {
    Clock::time_point deadline;
    const std::atomic<bool>* cancelled;
    bool is_over() const {
        return Clock::now() >= deadline || (cancelled != nullptr && cancelled->load(std::memory_order_relaxed));
    }
};

void read_all(int pipe, std::string& output, std::size_t most, const Patience& patience) {
    std::array<char, 4096> buffer{};
    while (!patience.is_over()) {
        pollfd ready{pipe, POLLIN, 0};
        constexpr int turn_ms = 50;
        if (::poll(&ready, 1, turn_ms) <= 0) continue;
        const ssize_t count = ::read(pipe, buffer.data(), buffer.size());
        if (count == 0 || (count < 0 && errno != EINTR)) return;
        if (count > 0) output.append(buffer.data(), std::min<std::size_t>(most - output.size(), count));
    }
}

void collect(pid_t child, ProgramEnd& end, const Patience& patience) {
    int status = 0;
    for (;;) {
        const pid_t ended = ::waitpid(child, &status, WNOHANG);
        if (ended == child) break;
        if (ended < 0 && errno != EINTR) return;
        if (patience.is_over()) { // kill the process; the next iteration of the loop reaps it
            end.is_late = true;
            ::kill(child, SIGKILL);
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    if (WIFEXITED(status)) end.status = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
}

} // namespace

ProgramEnd run_program(const std::vector<std::string>& words, const std::vector<std::string>& environment,
                       std::chrono::milliseconds time, const std::atomic<bool>* cancelled, std::size_t most_output) {
    ProgramEnd end;
    std::array<int, 2> pipe{};
    if (::pipe2(pipe.data(), O_CLOEXEC) != 0) return end;
    const pid_t child = start(words, environment, pipe[1]);
    ::close(pipe[1]);
    const Patience patience{Clock::now() + time, cancelled};
    if (child > 0) {
        end.is_started = true;
        read_all(pipe[0], end.output, most_output, patience);
        collect(child, end, patience);
    }
    ::close(pipe[0]);
    return end;
}

} // namespace warploom::app
