#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace warploom::kernels {

/// The processor's name as the system gives it; "CPU" where it gives none.
std::string cpu_model();
/// Returns the total size in bytes of all last-level caches of this system; 32 MiB if the system does not report it.
/// The environment variable WARPLOOM_CACHE_MIB overrides the value: a virtual machine may report the caches of the
/// whole package.
std::int64_t last_level_cache_bytes();
/// Bytes of which the caches keep nothing for long: twice theirs, from `least` to `most`. Where the user said how large
/// they are there is no least.
std::int64_t bytes_beyond_caches(std::int64_t least, std::int64_t most);
/// The same of the first `count` processors as a folder like /sys/devices/system/cpu describes them; 0 where it does
/// not.
std::int64_t last_level_cache_bytes(const std::string& cpus, long count);
/// Cores, caches, memory, compiler and its flags, for the environment block of an export.
std::vector<std::pair<std::string, std::string>> cpu_facts();

} // namespace warploom::kernels
