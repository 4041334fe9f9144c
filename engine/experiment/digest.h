#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

// Hashes of texts and documents, for seals.

namespace warploom::experiment {

/// SHA-256 (FIPS 180-4) in 64 small hexadecimal digits.
std::string sha256(const std::string& bytes);

/// One text for one value, however a file has it laid out: keys in order, no blanks, 5 and 5.0 alike.
std::string canonical(const nlohmann::ordered_json& value);

} // namespace warploom::experiment
