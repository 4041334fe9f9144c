#include "app/matrix_cache.h"

#include "engine/matrix/matrix_source.h"

#include <algorithm>
#include <filesystem>

namespace warploom::app {

namespace {

std::string stamp_of(const std::string& name) {
    if (names_generator(name)) return {};
    std::error_code failure;
    const auto time = std::filesystem::last_write_time(name, failure);
    if (failure) return {};
    const auto size = std::filesystem::file_size(name, failure);
    return std::to_string(time.time_since_epoch().count()) + "/" + std::to_string(size);
}

} // namespace

std::shared_ptr<const Matrix> MatrixCache::load(const std::string& name, const Progress& progress) {
    const std::string stamp = stamp_of(name);
    const auto known = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.name == name; });
    if (known != entries_.end()) {
        Entry entry = *known;
        entries_.erase(known);
        // A file that vanished has no stamp, and must be refused rather than remembered.
        if (entry.stamp == stamp && (names_generator(name) || !stamp.empty())) {
            entries_.push_front(entry);
            return entry.matrix;
        }
    }
    if (entries_.size() >= capacity) entries_.pop_back(); // before loading: its memory may be needed
    auto matrix = std::make_shared<const Matrix>(load_matrix(name, progress));
    entries_.push_front({name, stamp, matrix});
    return matrix;
}

} // namespace warploom::app
