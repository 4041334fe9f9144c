#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace warploom::kernels {

/// The processor's name as the system gives it; "CPU" where it gives none.
std::string cpu_model();
/// Bytes of the last-level cache; 32 MiB where the system does not say.
std::int64_t last_level_cache_bytes();
/// Cores, caches, memory, compiler and its flags, for the environment block of an export.
std::vector<std::pair<std::string, std::string>> cpu_facts();

} // namespace warploom::kernels
