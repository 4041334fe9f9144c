#include "engine/atomic_file.h"

#include "engine/error.h"
#include "engine/sentence.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace warploom {

namespace {

namespace fs = std::filesystem;

/// Resolves symbolic links, even if the target does not exist yet.
fs::path behind_links(fs::path path) {
    constexpr int most_links = 40; // same limit as in Linux (ELOOP)
    std::error_code none;
    for (int i = 0; i < most_links && fs::is_symlink(path, none); ++i) {
        const fs::path named = fs::read_symlink(path, none);
        if (none) break; // the subsequent call to open() reports the error
        path = named.is_absolute() ? named : path.parent_path() / named;
    }
    return path;
}

/// Copies the owner, group and mode of the replaced file to the new file. The owner is set first, because chown()
/// clears the setuid and setgid bits.
void take_over_rights(int descriptor, const struct stat& of) {
    constexpr auto same = static_cast<uid_t>(-1);
    const bool has_owner = ::fchown(descriptor, of.st_uid, of.st_gid) == 0;
    const bool has_group = has_owner || ::fchown(descriptor, same, of.st_gid) == 0;
    // If the owner could not be set, drop the setuid bit. If the group could not be set either, also drop the group
    // permissions.
    ::fchmod(descriptor, of.st_mode & (has_owner ? 07777 : has_group ? 0777 : 0707));
}

} // namespace

AtomicFile::AtomicFile(const std::string& path) : path_(path), target_(path) {
    // Allocate memory before creating the file, so that no file is left behind if the allocation fails.
    buffer_.reserve(capacity + slack);
    struct stat there {};
    const bool exists = ::stat(path.c_str(), &there) == 0;
    if (!exists && (errno != ENOENT || path.empty())) fail();
    if (exists && !S_ISREG(there.st_mode)) {
        descriptor_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC); // open() fails with EISDIR if the path is a directory
        if (descriptor_ < 0) fail();
    } else {
        if (exists && ::access(path.c_str(), W_OK) != 0) fail();
        const fs::path target = behind_links(path);
        target_ = target.string();
        open_partial(target.parent_path().string());
        if (exists) take_over_rights(descriptor_, there);
    }
}

/// Creates the temporary file. Its name does not include the final name, because the final name may already have the
/// maximum length.
void AtomicFile::open_partial(const std::string& folder) {
    static std::atomic<unsigned> serial{0};
    constexpr int attempts = 100; // processes that were killed may have left temporary files with the same names
    for (int i = 0; i < attempts && descriptor_ < 0; ++i) {
        partial_ = (folder.empty() ? "" : folder + "/") + ".part-" + std::to_string(::getpid()) + "-" +
                   std::to_string(serial++);
        descriptor_ = ::open(partial_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor_ < 0 && errno != EEXIST) break;
    }
    if (descriptor_ < 0) fail();
}

AtomicFile::~AtomicFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!partial_.empty()) ::unlink(partial_.c_str());
}

void AtomicFile::finish(bool durable) {
    flush();
    if (durable && !partial_.empty() && ::fsync(descriptor_) != 0) fail();
    const int descriptor = descriptor_;
    descriptor_ = -1;
    if (::close(descriptor) != 0) fail();
    if (!partial_.empty() && ::rename(partial_.c_str(), target_.c_str()) != 0) fail();
    partial_.clear();
}

void AtomicFile::flush() {
    for (std::size_t sent = 0; sent < buffer_.size();) {
        const ssize_t step = ::write(descriptor_, buffer_.data() + sent, buffer_.size() - sent);
        if (step < 0 && errno == EINTR) continue;
        if (step <= 0) fail();
        sent += static_cast<std::size_t>(step);
    }
    buffer_.clear();
}

void AtomicFile::fail() const { refuse_writing(path_, errno); }

void write_whole_file(const std::string& path, std::string_view text, bool durable) {
    AtomicFile file(path);
    file.write(text);
    file.finish(durable);
}

void require_writable(const std::string& path) { const AtomicFile probe(path); }

void refuse_writing(const std::string& path, int reason) {
    const bool is_full = reason == ENOSPC || reason == EDQUOT || reason == EFBIG;
    const bool is_busy = reason == EIO || reason == EMFILE || reason == ENFILE || reason == ENOMEM;
    throw Error("file.write",
                sentence("Cannot write '{file}': {reason}.", {{"file", path}, {"reason", std::strerror(reason)}}),
                is_full   ? sentence("Free some space, or choose another disk.")
                : is_busy ? sentence("Try again, or choose another disk.")
                          : sentence("Choose a folder that you can write to."));
}

} // namespace warploom
