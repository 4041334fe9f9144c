#include "engine/whole_file.h"

#include "engine/error.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace warploom {

WholeFile::WholeFile(const std::string& path) : path_(path), target_(path) {
    static std::atomic<unsigned> serial{0};
    struct stat there {};
    const bool exists = ::stat(path.c_str(), &there) == 0;
    if (exists && !S_ISREG(there.st_mode)) {
        descriptor_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC); // a folder refuses here
    } else {
        if (exists) target_ = std::filesystem::canonical(path).string();
        partial_ = target_ + ".part-" + std::to_string(::getpid()) + "-" + std::to_string(serial++);
        descriptor_ = ::open(partial_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
    if (descriptor_ < 0) fail();
    buffer_.reserve(capacity + slack);
}

WholeFile::~WholeFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!partial_.empty()) ::unlink(partial_.c_str());
}

void WholeFile::finish(bool durable) {
    flush();
    if (durable && !partial_.empty() && ::fsync(descriptor_) != 0) fail();
    const int descriptor = descriptor_;
    descriptor_ = -1;
    if (::close(descriptor) != 0) fail();
    if (!partial_.empty() && ::rename(partial_.c_str(), target_.c_str()) != 0) fail();
    partial_.clear();
}

void WholeFile::flush() {
    for (std::size_t sent = 0; sent < buffer_.size();) {
        const ssize_t step = ::write(descriptor_, buffer_.data() + sent, buffer_.size() - sent);
        if (step < 0 && errno == EINTR) continue;
        if (step <= 0) fail();
        sent += static_cast<std::size_t>(step);
    }
    buffer_.clear();
}

void WholeFile::fail() const {
    const int reason = errno;
    throw Error("file.write", "Cannot write '" + path_ + "': " + std::strerror(reason) + ".",
                reason == ENOSPC ? "Free some space, or choose another disk." : "Choose a folder that can be written.");
}

void write_whole_file(const std::string& path, std::string_view text, bool durable) {
    WholeFile file(path);
    file.write(text);
    file.finish(durable);
}

} // namespace warploom
