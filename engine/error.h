#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace warploom {

/// Exception that is thrown if an operation fails or is canceled. `what()` is a sentence for the user. `hint()`
/// suggests what to do next and may be empty. `code()` is a short, stable identifier for programs, such as
/// "file.malformed".
class Error : public std::runtime_error {
public:
    Error(std::string code, const std::string& sentence, std::string hint = {})
        : std::runtime_error(sentence), code_(std::move(code)), hint_(std::move(hint)) {}

    const std::string& code() const { return code_; }
    const std::string& hint() const { return hint_; }

private:
    std::string code_;
    std::string hint_;
};

} // namespace warploom
