#include "app/check/error_note.h"

#include <cstdlib>

namespace warploom::app {

protocol::CheckNote note_of(const Error& error, const std::string& kernel) {
    protocol::CheckNote note{0, 0, error.what(), error.hint()};
    // Launches refer to the source by its file name, without the folder.
    const std::string name = kernel.substr(kernel.rfind('/') + 1);
    const std::string& start = note.sentence.rfind(name + ":", 0) == 0 ? name : kernel;
    if (note.sentence.rfind(start + ":", 0) != 0) return note;
    const char* at = note.sentence.c_str() + start.size();
    for (int* const number : {&note.line, &note.column}) {
        char* end = nullptr;
        const long value = *at == ':' ? std::strtol(at + 1, &end, 10) : 0;
        if (value <= 0 || *end != ':') break;
        *number = static_cast<int>(value);
        at = end;
    }
    note.sentence = note.sentence.substr(static_cast<std::size_t>(at - note.sentence.c_str()) + 2);
    return note;
}

} // namespace warploom::app
