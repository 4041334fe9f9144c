#include "app/experiment/journal.h"

#include "engine/atomic_file.h"
#include "engine/experiment/result.h"
#include "engine/sentence.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>

namespace warploom::app {

using experiment::Cell;

Journal::Journal(const std::string& path, const Json& run) : path_(path) {
    const std::string first = protocol::to_line(run);
    try {
        open();
        const std::string there = text();
        const std::size_t end = there.find('\n');
        const bool is_ours = end != std::string::npos && there.compare(0, end, first) == 0;
        if (end != std::string::npos && !is_ours) { // ignore the journal if it belongs to a different experiment run
            const std::string aside = path_ + ".old";
            if (std::rename(path_.c_str(), aside.c_str()) != 0) refuse_writing(aside, errno);
            ::close(descriptor_);
            open();
        }
        is_new_ = !is_ours;
        if (is_ours) read(there);
        else append(first + "\n");
    } catch (...) {
        if (is_new_) ::unlink(path_.c_str());
        if (descriptor_ >= 0) ::close(descriptor_);
        throw;
    }
}

Journal::~Journal() {
    if (descriptor_ < 0) return;
    if (is_empty_) ::unlink(path_.c_str());
    ::close(descriptor_);
}

void Journal::open() {
    descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
    if (descriptor_ < 0) refuse_writing(path_, errno);
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) refuse_writing(path_, EINVAL);
    // Some file systems do not support locks. Concurrent runs are not detected there.
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        throw Error("experiment.running", sentence("Another run is writing to '{file}'.", {{"file", path_}}),
                    sentence("Wait until that run finishes, or choose another folder."));
}

std::string Journal::text() const {
    std::string text;
    std::array<char, 65536> part{};
    for (;;) {
        const ssize_t count = ::read(descriptor_, part.data(), part.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) refuse_writing(path_, errno);
        if (count == 0) return text;
        text.append(part.data(), static_cast<std::size_t>(count));
    }
}

/// Reads the lines of the journal up to the first invalid one. New lines overwrite the rest of the file.
void Journal::read(const std::string& text) {
    std::size_t begin = text.find('\n') + 1;
    size_ = static_cast<std::int64_t>(begin);
    for (std::size_t end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
        const Json line = Json::parse(text.substr(begin, end - begin), nullptr, false);
        if (line.is_discarded()) break;
        try {
            earlier_.push_back(experiment::cell_from_json(line));
        } catch (const Error&) { break; }
        size_ = static_cast<std::int64_t>(end + 1);
    }
    is_empty_ = earlier_.empty();
    if (::ftruncate(descriptor_, size_) != 0) refuse_writing(path_, errno);
}

void Journal::append(const std::string& line) {
    waiting_ += line;
    std::size_t sent = 0;
    while (sent < waiting_.size()) {
        const ssize_t step = ::pwrite(descriptor_, waiting_.data() + sent, waiting_.size() - sent,
                                      size_ + static_cast<std::int64_t>(sent));
        if (step < 0 && errno == EINTR) continue;
        if (step <= 0) break;
        sent += static_cast<std::size_t>(step);
    }
    if (sent < waiting_.size() || ::fsync(descriptor_) != 0) {
        const int reason = errno;
        (void)!::ftruncate(descriptor_, size_); // truncate the file after the last complete line
        refuse_writing(path_, reason);
    }
    size_ += static_cast<std::int64_t>(sent);
    waiting_.clear();
}

void Journal::add(const Cell& cell) {
    try {
        append(protocol::to_line(experiment::cell_to_json(cell)) + "\n");
        is_empty_ = is_complaining_ = false;
    } catch (const Error& error) {
        if (!is_complaining_ && complain) complain(error);
        is_complaining_ = true;
    }
}

void Journal::remove() {
    is_empty_ = true;
    ::unlink(path_.c_str());
}

} // namespace warploom::app
