#include "engine/regular_file.h"

#include "engine/error.h"
#include "engine/memory.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace warploom {

namespace {

void require_regular(const RegularFile& file, const struct stat& status) {
    if (S_ISDIR(status.st_mode)) file.refuse(sentence("it is a folder"));
    if (!S_ISREG(status.st_mode)) file.refuse(sentence("it is not a regular file"));
}

} // namespace

RegularFile::RegularFile(const std::string& path, const std::string& hint) : path_(path), hint_(hint) {
    // Check the file type before opening, because opening a device may have side effects.
    if (::stat(path.c_str(), &status_) != 0) refuse_with_errno();
    require_regular(*this, status_);
    // Check the file type again, because a pipe may have replaced the file. O_NONBLOCK is needed because opening a pipe
    // could block.
    descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor_ < 0) refuse_with_errno();
    try {
        if (::fstat(descriptor_, &status_) != 0) refuse_with_errno();
        require_regular(*this, status_);
    } catch (const Error&) {
        ::close(descriptor_);
        throw;
    }
}

RegularFile::~RegularFile() { ::close(descriptor_); }

void RegularFile::refuse(const std::string& reason) const {
    throw Error("file.missing", sentence("Cannot read '{file}': {reason}.", {{"file", path_}, {"reason", reason}}),
                hint_);
}

void RegularFile::refuse_with_errno() const {
    std::string reason = std::strerror(errno);
    if (!reason.empty()) reason[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(reason[0])));
    refuse(reason);
}

std::string read_regular_file(const std::string& path, std::size_t limit, const std::string& hint) {
    const RegularFile file(path, hint);
    const auto refuse_size = [&] {
        throw Error("file.large",
                    sentence("'{file}' is larger than {limit}.",
                             {{"file", path}, {"limit", bytes_text(static_cast<double>(limit))}}),
                    hint);
    };
    const auto stated = static_cast<std::size_t>(file.status().st_size);
    if (stated > limit) refuse_size();
    // Allocate one additional byte, so that the end of the file is detected without a reallocation. Some system files
    // report a size of 0.
    std::string bytes(stated + 1, '\0');
    std::size_t got = 0;
    for (;;) {
        const ssize_t count = ::read(file.descriptor(), bytes.data() + got, bytes.size() - got);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) file.refuse_with_errno();
        if (count == 0) break;
        got += static_cast<std::size_t>(count);
        if (got > limit) refuse_size();
        if (got == bytes.size()) bytes.resize(std::min(limit + 1, std::max(2 * got, std::size_t{4096})));
    }
    bytes.resize(got);
    return bytes;
}

} // namespace warploom
