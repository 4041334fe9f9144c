#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

// Hashes of text and JSON documents, which reveal unintended changes to results.

namespace warploom::experiment {

/// Returns the SHA-256 hash (FIPS 180-4) as 64 lowercase hexadecimal digits.
std::string sha256(const std::string& bytes);

/// Serializes a JSON value in canonical form: keys are sorted, there is no whitespace, and equal numbers such as 5 and
/// 5.0 are written identically.
std::string canonical(const nlohmann::ordered_json& value);

} // namespace warploom::experiment
