#include "app/inputs/input_cache.h"

#include "engine/matrix/matrix_source.h"
#include "engine/network/network_source.h"

#include <filesystem>

namespace warploom::app {

std::string stamp_of_input(const std::string& name) {
    if (names_generator(name)) return {};
    std::error_code failure;
    const std::string file = network::file_of_name(name);
    const auto time = std::filesystem::last_write_time(file, failure);
    if (failure) return {};
    const auto size = std::filesystem::file_size(file, failure);
    return std::to_string(time.time_since_epoch().count()) + "/" + std::to_string(size);
}

} // namespace warploom::app
