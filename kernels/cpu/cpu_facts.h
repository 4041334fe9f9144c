#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace warploom::kernels {

/// Returns the processor name reported by the system, or "CPU" if the system does not report one.
std::string cpu_model();
/// Returns the total size of all last-level caches in bytes, or 32 MiB if the system does not report it.
/// WARPLOOM_CACHE_MIB overrides the value, because a virtual machine may report the caches of the whole processor
/// package.
std::int64_t last_level_cache_bytes();
/// Returns the size in bytes of a buffer larger than the caches: twice their size, clamped to `least` .. `most`.
/// `least` does not apply if the user has set the cache size.
std::int64_t bytes_beyond_caches(std::int64_t least, std::int64_t most);
/// Returns the total size in bytes of the last-level caches of the first `count` processors. `cpus` is a folder such as
/// /sys/devices/system/cpu. Returns 0 if the folder does not describe any caches.
std::int64_t last_level_cache_bytes(const std::string& cpus, long count);
/// Returns the cores, caches, memory, compiler and compiler flags for the environment section of an export.
std::vector<std::pair<std::string, std::string>> cpu_facts();

} // namespace warploom::kernels
