#include "app/input_cache.h"

#include "engine/matrix/matrix_source.h"

#include <filesystem>

namespace warploom::app {

std::string stamp_of_input(const std::string& name) {
    if (names_generator(name)) return {};
    std::error_code failure;
    const auto time = std::filesystem::last_write_time(name, failure);
    if (failure) return {};
    const auto size = std::filesystem::file_size(name, failure);
    return std::to_string(time.time_since_epoch().count()) + "/" + std::to_string(size);
}

} // namespace warploom::app
