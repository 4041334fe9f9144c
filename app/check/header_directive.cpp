#include "app/check/header_directive.h"

namespace warploom::app {

std::string header_directive(const std::string& text, const std::string& name) {
    const std::string begin = "// " + name + ": ";
    std::size_t at = text.rfind(begin, 0) == 0 ? 0 : text.find("\n" + begin);
    if (at == std::string::npos) return {};
    at = text.find(begin, at) + begin.size();
    std::string found = text.substr(at, text.find('\n', at) - at);
    while (!found.empty() && (found.back() == ' ' || found.back() == '\r')) found.pop_back();
    return found;
}

} // namespace warploom::app
