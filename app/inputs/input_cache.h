#pragma once

#include "engine/progress.h"

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace warploom::app {

/// Time and size of the file called `name`, or that `name` takes a water network from; empty for a generator and for a file that is not there.
std::string stamp_of_input(const std::string& name);

/// The last few inputs by name, so that a page that asks for the same one again does not load it again. A file that was
/// written to since is read anew. One thread at a time.
template <class Input> class InputCache {
public:
    using Load = std::function<Input(const std::string& name, const Progress&)>;
    InputCache(std::size_t capacity, Load load) : capacity_(capacity), load_(std::move(load)) {}

    /// Errors: those of `load`.
    std::shared_ptr<const Input> give(const std::string& name, const Progress& progress) {
        const std::string stamp = stamp_of_input(name);
        for (auto at = entries_.begin(); at != entries_.end(); ++at) {
            if (at->name != name) continue;
            Entry entry = std::move(*at);
            entries_.erase(at);
            // A file that vanished has no stamp, as a generator has none; its own stamp tells them apart.
            if (entry.stamp != stamp) break;
            entries_.push_front(std::move(entry));
            return entries_.front().input;
        }
        if (entries_.size() >= capacity_) entries_.pop_back(); // before loading: its memory may be needed
        auto input = std::make_shared<const Input>(load_(name, progress));
        entries_.push_front({name, stamp, input});
        return input;
    }
    void release() { entries_.clear(); }

private:
    struct Entry {
        std::string name, stamp;
        std::shared_ptr<const Input> input;
    };
    std::size_t capacity_;
    Load load_;
    std::deque<Entry> entries_; ///< newest first
};

} // namespace warploom::app
