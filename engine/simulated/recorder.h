#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>

namespace warploom::simulated {

enum class Access : std::uint8_t { load, store, atomic, shuffle, ballot, barrier };

/// An index that remembers the source line where it was written: the default argument is evaluated
/// at the place of the conversion, which is the kernel's own line.
struct LineIndex {
    std::int64_t index;
    int line;
    template <std::integral I>
    LineIndex(I i, int source_line = __builtin_LINE()) : index(static_cast<std::int64_t>(i)), line(source_line) {} // NOLINT
};

/// Receives what the threads of a traced kernel do, one thread after another between meeting points.
/// One recorder serves one host thread at a time.
class Recorder {
public:
    virtual ~Recorder() = default;
    /// `array` is the number that `name_array` gave; `bytes` the size of one element; thread counts within `block`.
    virtual void access(Access kind, int array, std::int64_t index, std::size_t bytes, int line, std::int64_t block, int thread) = 0;
    virtual int name_array(const std::string& name, std::size_t element_bytes, bool is_shared) = 0;
};

/// The calling host thread's recorder and the simulated thread it is running; set by the traced launcher.
struct Recording {
    Recorder* recorder = nullptr;
    std::int64_t block = 0;
    int thread = 0;
};
inline thread_local Recording recording;

inline void record(Access kind, int array, std::int64_t index, std::size_t bytes, int line) {
    if (recording.recorder != nullptr)
        recording.recorder->access(kind, array, index, bytes, line, recording.block, recording.thread);
}

inline int shared_array(const char* name, std::size_t element_bytes) {
    return recording.recorder != nullptr ? recording.recorder->name_array(name, element_bytes, true) : 0;
}

/// Throws Error("simulated.undeclared"): the kernel met at `line` without saying that it would.
[[noreturn]] void report_undeclared_meeting(int line);

} // namespace warploom::simulated
