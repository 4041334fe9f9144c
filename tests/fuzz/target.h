#pragma once

#include "engine/error.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

// Common declarations of fuzz targets. A target reads its input and returns. Anything other than an answer or an error
// message is a failure: a signal, another exception, a wrong answer.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace warploom::fuzz {

/// Aborts with the sentence if a condition does not hold.
inline void require(bool holds, const char* sentence) {
    if (holds) return;
    std::fprintf(stderr, "fault: %s\n", sentence);
    std::abort();
}

inline std::string text_of(const std::uint8_t* data, std::size_t size) { return {data, data + size}; }

/// Runs `read`, which may reject its input with an Error.
template <class Read> void expect_answer_or_refusal(const Read& read) {
    try {
        read();
    } catch (const Error& error) {
        require(!error.code().empty() && error.what()[0] != '\0', "a refusal says something");
    }
}

/// A file in memory with a path, for readers that require one.
class MemoryFile {
public:
    MemoryFile(const void* data, std::size_t size) : descriptor_(::memfd_create("input", 0)) {
        const auto* bytes = static_cast<const char*>(data);
        for (std::size_t done = 0; done < size;) {
            const ssize_t count = ::write(descriptor_, bytes + done, size - done);
            if (count <= 0) std::abort();
            done += static_cast<std::size_t>(count);
        }
    }
    ~MemoryFile() { ::close(descriptor_); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

private:
    int descriptor_;
};

} // namespace warploom::fuzz
