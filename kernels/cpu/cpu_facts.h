#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace warploom::kernels {

/// The processor's name as the system gives it; "CPU" where it gives none.
std::string cpu_model();
/// Bytes of all last-level caches that the processors of this system have together; 32 MiB where the system does not say.
std::int64_t last_level_cache_bytes();
/// The same of the first `count` processors as a folder like /sys/devices/system/cpu describes them; 0 where it does not.
std::int64_t last_level_cache_bytes(const std::string& cpus, long count);
/// Cores, caches, memory, compiler and its flags, for the environment block of an export.
std::vector<std::pair<std::string, std::string>> cpu_facts();

} // namespace warploom::kernels
